#ifndef WIDGET_ROLLOUT_HEIC_DECODER_H
#define WIDGET_ROLLOUT_HEIC_DECODER_H

#include <stdbool.h>
#include <stdint.h>

#include "heic_library.h"

// A decoder of HEVC for libheif that takes what libde265 only warns of for an error.
//
// libde265 makes up what it cannot read and adds a warning, which libheif's own decoder does not ask for, strict
// decoding or not. From now on libheif uses this one. To be called once; the library stays the caller's, and loaded.
bool wr_heic_decoder_register(const wr_heic_library *loaded);

typedef struct wr_heic_decoding {
    // The most pixels that a coded picture may have, which the file does not say: before anything is allocated.
    uint64_t largest_picture;
    // What the first picture says of its colours, by numbers of ITU-T H.273; 2 is nothing.
    bool has_colors;
    int primaries, transfer;
} wr_heic_decoding;

// Around a call of libheif that decodes, in the same thread; without, every picture is refused.
void wr_heic_decoder_begin(wr_heic_decoding *decoding);
void wr_heic_decoder_end(void);

#endif
