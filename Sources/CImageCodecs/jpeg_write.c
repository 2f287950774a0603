#include "include/jpeg.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#include "jpeg_error.h"

typedef struct writer {
    struct jpeg_compress_struct codec;
    wr_jpeg_error error;
    struct jpeg_destination_mgr destination;
    uint8_t *bytes;
    size_t capacity;
} writer;

// MARK: - Destination

static void grow(writer *writer, size_t used) {
    size_t capacity = writer->capacity == 0 ? 64 * 1024 : writer->capacity * 2;
    uint8_t *bytes = realloc(writer->bytes, capacity);
    if (bytes == NULL) ERREXIT1(&writer->codec, JERR_OUT_OF_MEMORY, 0);
    writer->bytes = bytes;
    writer->capacity = capacity;
    writer->destination.next_output_byte = bytes + used;
    writer->destination.free_in_buffer = capacity - used;
}

static void begin(j_compress_ptr codec) { grow(codec->client_data, 0); }

static boolean flush(j_compress_ptr codec) {
    writer *writer = codec->client_data;
    grow(writer, writer->capacity);
    return TRUE;
}

static void end(j_compress_ptr codec) { (void)codec; }

// MARK: - Writing

static void write_rows(writer *writer, const uint8_t *pixels, uint32_t width, uint32_t height, int quality) {
    j_compress_ptr codec = &writer->codec;
    codec->image_width = width;
    codec->image_height = height;
    codec->input_components = 3;
    codec->in_color_space = JCS_RGB;
    // The defaults sample colour at half of each direction: 4:2:0.
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, quality, TRUE);
    codec->optimize_coding = TRUE;
    codec->dct_method = JDCT_ISLOW;
    jpeg_start_compress(codec, TRUE);
    while (codec->next_scanline < height) {
        JSAMPROW rows[] = {(JSAMPROW)(pixels + (size_t)codec->next_scanline * width * 3)};
        jpeg_write_scanlines(codec, rows, 1);
    }
    jpeg_finish_compress(codec);
}

wr_status wr_jpeg_write(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality,
    uint8_t **bytes, size_t *count, char message[WR_MESSAGE_SIZE]
) {
    // On the heap, because what a longjmp leaves of locals is not certain.
    writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return WR_NO_MEMORY;
    writer->codec.err = wr_jpeg_error_install(&writer->error);
    if (setjmp(writer->error.landing) == 0) {
        jpeg_create_compress(&writer->codec);
        writer->codec.client_data = writer;
        writer->destination = (struct jpeg_destination_mgr){
            .init_destination = begin,
            .empty_output_buffer = flush,
            .term_destination = end,
        };
        writer->codec.dest = &writer->destination;
        write_rows(writer, pixels, width, height, quality);
        *bytes = writer->bytes;
        *count = writer->capacity - writer->destination.free_in_buffer;
    } else {
        snprintf(message, WR_MESSAGE_SIZE, "%s", writer->error.message);
        free(writer->bytes);
    }
    wr_status status = writer->error.status;
    jpeg_destroy_compress(&writer->codec);
    free(writer);
    return status;
}
