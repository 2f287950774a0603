#ifndef WIDGET_ROLLOUT_PNG_CODEC_H
#define WIDGET_ROLLOUT_PNG_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

typedef struct wr_png_reader wr_png_reader;

// Red, green, blue; with alpha; with alpha in 16 bits each, of the machine's byte order.
typedef enum wr_png_pixels {
    WR_PNG_RGB8,
    WR_PNG_RGBA8,
    WR_PNG_RGBA16,
} wr_png_pixels;

typedef struct wr_png_header {
    uint32_t width, height;
    wr_png_pixels pixels;
    bool is_grey;
    // Rows then come in seven passes, each with some pixels of some rows (Adam7).
    bool is_interlaced;

    // What the file says of its colours; the profile lives as long as the reader.
    const uint8_t *profile;
    uint32_t profile_size;
    bool has_unusable_profile;
    bool is_srgb;
    // As in gAMA, times 100,000; 0 when the file has none.
    int32_t gamma;
    bool has_primaries;
    // As in cHRM: white, red, green and blue, x and y each, times 100,000.
    int32_t primaries[8];
} wr_png_header;

// Returns NULL when there is no memory. The descriptor stays the caller's.
wr_png_reader *wr_png_open(int descriptor, uint64_t size);
void wr_png_close(wr_png_reader *reader);

// What the last call that failed had to say.
const char *wr_png_message(const wr_png_reader *reader);

wr_status wr_png_read_header(wr_png_reader *reader, wr_png_header *header);

// To be called before the first row.
wr_status wr_png_start(wr_png_reader *reader);

// The next row; of an interlaced picture the next row of the pass, its own pixels side by side. There is always room
// needed for a row of the whole width.
wr_status wr_png_read_row(wr_png_reader *reader, uint8_t *row);

// Reads on to the end of the file, which checks it.
wr_status wr_png_finish(wr_png_reader *reader);

// Packs rows of red, green and blue, or of grey and alpha, a byte each, into a PNG without metadata. `*bytes` is the
// caller's to free; the message holds the library's words on failure.
wr_status wr_png_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool grey_and_alpha,
    uint8_t **bytes, size_t *count, char message[WR_MESSAGE_SIZE]
);

#endif
