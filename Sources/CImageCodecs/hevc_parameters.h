#ifndef WIDGET_ROLLOUT_HEVC_PARAMETERS_H
#define WIDGET_ROLLOUT_HEVC_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// By the numbers of ITU-T H.273, of which 2 is "unspecified".
typedef struct wr_hevc_colors {
    int primaries, transfer, matrix;
    bool is_full_range;
} wr_hevc_colors;

// What the parameters of pictures (SPS; ITU-T H.265, 7.3.2.2) say.
typedef struct wr_hevc_parameters {
    // Whether libde265 knows the profile; others it would misread.
    bool is_known_profile;
    // Of the whole coded picture.
    uint32_t width, height;
    wr_hevc_colors colors;
} wr_hevc_parameters;

// Whether a unit of coded data (NAL) has such parameters, for pictures that are decoded.
bool wr_hevc_has_parameters(const uint8_t *unit, size_t size);

// Reads them; false when the unit ends too early or makes no sense.
bool wr_hevc_read_parameters(const uint8_t *unit, size_t size, wr_hevc_parameters *parameters);

#endif
