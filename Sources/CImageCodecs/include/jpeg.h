#ifndef WIDGET_ROLLOUT_JPEG_H
#define WIDGET_ROLLOUT_JPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scratch.h"
#include "status.h"

typedef struct wr_jpeg_reader wr_jpeg_reader;

// Four bytes a pixel: red, green, blue and one to ignore; or the inks as the file has them.
typedef enum wr_jpeg_pixels {
    WR_JPEG_RGBX,
    WR_JPEG_CMYK,
} wr_jpeg_pixels;

typedef struct wr_jpeg_header {
    uint32_t width, height;
    wr_jpeg_pixels pixels;
    // Whether the inks are stored inverted, as Adobe's programs do.
    bool inverted;
    // Whether the file has one channel, which rows repeat.
    bool is_grey;
    // Whether the picture comes in several scans, so that no row is known before the last one.
    bool has_multiple_scans;
} wr_jpeg_header;

// Returns NULL when there is no memory. The descriptor stays the caller's.
wr_jpeg_reader *wr_jpeg_open(int descriptor, uint64_t size);
void wr_jpeg_close(wr_jpeg_reader *reader);

// What the last call that failed had to say.
const char *wr_jpeg_message(const wr_jpeg_reader *reader);

wr_status wr_jpeg_read_header(wr_jpeg_reader *reader, wr_jpeg_header *header);

// A part of the decoded picture, in its pixels.
typedef struct wr_jpeg_window {
    uint32_t first_column, columns;
    uint32_t first_row, rows;
} wr_jpeg_window;

// Starts decoding at `eighths`/8 of the size: 1, 2, 4 or 8. Columns are widened to what the codec can cut at; rows come
// from the picture's first on, but only those of the window need be right. `scratch`, which may be NULL, takes what a
// picture of several scans has too much of.
wr_status wr_jpeg_start(wr_jpeg_reader *reader, int eighths, wr_jpeg_window *window, wr_scratch *scratch);

// The decoded rows of the whole picture.
uint32_t wr_jpeg_rows(const wr_jpeg_reader *reader);

// How many rows were read or skipped.
uint32_t wr_jpeg_position(const wr_jpeg_reader *reader);

// The next row: four bytes for each of the window's columns.
wr_status wr_jpeg_read_row(wr_jpeg_reader *reader, uint8_t *row);
wr_status wr_jpeg_skip_rows(wr_jpeg_reader *reader, uint32_t count);

// Reads on to the end of the picture, which checks it.
wr_status wr_jpeg_finish(wr_jpeg_reader *reader);

// Packs rows of red, green and blue, three bytes a pixel, into a JPEG: 4:2:0, Huffman codes that suit a sample of it, no
// metadata. `*bytes` is the caller's to free; the message holds the library's words on failure.
wr_status wr_jpeg_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality,
    uint8_t **bytes, size_t *count, char message[WR_MESSAGE_SIZE]
);

#endif
