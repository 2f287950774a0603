#ifndef WIDGET_ROLLOUT_HEIC_H
#define WIDGET_ROLLOUT_HEIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

typedef struct wr_heic_reader wr_heic_reader;

typedef struct wr_heic_header {
    // Upright: libheif turns the picture as the file says.
    uint32_t width, height;
    // Of what is decoded, of which a part may be cut out then.
    uint64_t decoded_pixels;
    // Whether coded values have more than 8 bits, or it is not known.
    bool is_deep;
    // Rows are red, green, blue, and alpha when there is one, a byte each.
    bool has_alpha;
    bool is_premultiplied;

    // The profile lives as long as the reader.
    const uint8_t *profile;
    size_t profile_size;
    // Numbers of ITU-T H.273; both 2 (unspecified) when the file's boxes have none.
    int primaries, transfer;
} wr_heic_header;

// Loads libheif now, for a process that may open no files later; false when it cannot be had.
bool wr_heic_load(void);

// Loads libheif, too. The descriptor stays the caller's. On failure `*reader` still holds the message.
wr_status wr_heic_open(int descriptor, uint64_t size, wr_heic_reader **reader);
void wr_heic_close(wr_heic_reader *reader);

// What the last call that failed had to say.
const char *wr_heic_message(const wr_heic_reader *reader);

wr_status wr_heic_read_header(wr_heic_reader *reader, wr_heic_header *header);

// Decodes the whole picture.
wr_status wr_heic_decode(wr_heic_reader *reader);

// What the decoded data says of its colours, by the same numbers; counts where the file has neither them nor a profile.
void wr_heic_get_coded_colors(const wr_heic_reader *reader, int *primaries, int *transfer);

// A row of the decoded picture.
const uint8_t *wr_heic_row(const wr_heic_reader *reader, uint32_t row);

#endif
