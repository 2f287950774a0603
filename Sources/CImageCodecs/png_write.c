#include "include/png_codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "png_error.h"

typedef struct writer {
    png_structp codec;
    png_infop info;
    wr_png_error error;
    uint8_t *bytes;
    size_t count, capacity;
} writer;

static void append(png_structp codec, png_bytep bytes, size_t count) {
    writer *writer = png_get_io_ptr(codec);
    if (writer->capacity - writer->count < count) {
        size_t capacity = (writer->capacity + count) * 2;
        uint8_t *grown = realloc(writer->bytes, capacity);
        if (grown == NULL) png_error(codec, "Out of memory");
        writer->bytes = grown;
        writer->capacity = capacity;
    }
    memcpy(writer->bytes + writer->count, bytes, count);
    writer->count += count;
}

static void flush(png_structp codec) { (void)codec; }

static void write_rows(
    writer *writer, const uint8_t *pixels, uint32_t width, uint32_t height, bool grey_and_alpha
) {
    png_structp codec = writer->codec;
    png_set_write_fn(codec, writer, append, flush);
    png_set_IHDR(
        codec, writer->info, width, height, 8,
        grey_and_alpha ? PNG_COLOR_TYPE_GRAY_ALPHA : PNG_COLOR_TYPE_RGB,
        PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT
    );
    if (grey_and_alpha) {
        // A silhouette is plain but for its outline: runs are what there is to find.
        png_set_filter(codec, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
        png_set_compression_strategy(codec, Z_RLE);
    }
    png_write_info(codec, writer->info);
    size_t stride = (size_t)width * (grey_and_alpha ? 2 : 3);
    for (uint32_t row = 0; row < height; row++) png_write_row(codec, pixels + row * stride);
    png_write_end(codec, NULL);
}

wr_status wr_png_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool grey_and_alpha,
    uint8_t **bytes, size_t *count, char message[WR_MESSAGE_SIZE]
) {
    // On the heap, because what a longjmp leaves of locals is not certain.
    writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return WR_NO_MEMORY;
    if (setjmp(writer->error.landing) == 0) {
        writer->codec =
            png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->error, wr_png_leave, wr_png_warn);
        writer->info = writer->codec == NULL ? NULL : png_create_info_struct(writer->codec);
        if (writer->info == NULL) {
            writer->error.status = WR_NO_MEMORY;
        } else {
            write_rows(writer, pixels, width, height, grey_and_alpha);
            *bytes = writer->bytes;
            *count = writer->count;
        }
    } else {
        snprintf(message, WR_MESSAGE_SIZE, "%s", writer->error.message);
        free(writer->bytes);
    }
    wr_status status = writer->error.status;
    png_destroy_write_struct(&writer->codec, &writer->info);
    free(writer);
    return status;
}
