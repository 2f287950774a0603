#include "include/jpeg.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#include "jpeg_codes.h"
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

static void begin(j_compress_ptr codec) {
    writer *writer = codec->client_data;
    if (writer->bytes == NULL) grow(writer, 0);
    // What the sample came to is written over.
    writer->destination.next_output_byte = writer->bytes;
    writer->destination.free_in_buffer = writer->capacity;
}

static boolean flush(j_compress_ptr codec) {
    writer *writer = codec->client_data;
    grow(writer, writer->capacity);
    return TRUE;
}

static void end(j_compress_ptr codec) { (void)codec; }

// MARK: - Writing

enum {
    // The rows of the blocks that are coded together, with colour at half of each direction.
    STRIP_ROWS = 16,
    // One strip of so many is looked at for the codes, and more where there are only few.
    STRIPS_PER_SAMPLE = 16,
    LEAST_SAMPLES = 3,
    // How much the sample counts against the standard's codes.
    WEIGHT_OF_SAMPLE = 64,
    CODES = 4,
};

typedef struct pixel_rows {
    const uint8_t *pixels;
    uint32_t width, height;
} pixel_rows;

// Codes one strip of each `step`, the middle one, as a picture of its own; those of a step of 1 are all.
static void write_strips(writer *writer, pixel_rows rows, uint32_t step) {
    j_compress_ptr codec = &writer->codec;
    uint32_t distance = step * STRIP_ROWS, first = step / 2 * STRIP_ROWS;
    uint32_t height = 0;
    for (uint32_t row = first; row < rows.height; row += distance) {
        height += rows.height - row < STRIP_ROWS ? rows.height - row : STRIP_ROWS;
    }
    codec->image_width = rows.width;
    codec->image_height = height;
    jpeg_start_compress(codec, TRUE);
    for (uint32_t start = first; start < rows.height; start += distance) {
        JSAMPROW strip[STRIP_ROWS];
        uint32_t count = rows.height - start < STRIP_ROWS ? rows.height - start : STRIP_ROWS;
        for (uint32_t row = 0; row < count; row++) {
            strip[row] = (JSAMPROW)(rows.pixels + (size_t)(start + row) * rows.width * 3);
        }
        uint32_t written = 0;
        while (written < count) written += jpeg_write_scanlines(codec, strip + written, count - written);
    }
    jpeg_finish_compress(codec);
}

static JHUFF_TBL *codes_at(writer *writer, int index) {
    return index < CODES / 2 ? writer->codec.dc_huff_tbl_ptrs[index] : writer->codec.ac_huff_tbl_ptrs[index - CODES / 2];
}

// Sets codes that suit the picture, by a sample of it. Those of the standard, which have every symbol, count as well,
// so that one that does not come in the sample has a code too.
static void fit_codes(writer *writer, pixel_rows rows) {
    wr_jpeg_weights weights[CODES] = {0};
    for (int index = 0; index < CODES; index++) wr_jpeg_weights_add(&weights[index], codes_at(writer, index), 1);
    uint32_t strips = (rows.height + STRIP_ROWS - 1) / STRIP_ROWS;
    uint32_t step = strips / LEAST_SAMPLES;
    step = step > STRIPS_PER_SAMPLE ? STRIPS_PER_SAMPLE : step;
    writer->codec.optimize_coding = TRUE;
    write_strips(writer, rows, step < 1 ? 1 : step);
    writer->codec.optimize_coding = FALSE;
    for (int index = 0; index < CODES; index++) {
        JHUFF_TBL *codes = codes_at(writer, index);
        wr_jpeg_weights_add(&weights[index], codes, WEIGHT_OF_SAMPLE);
        wr_jpeg_codes_fit(codes, &weights[index]);
    }
}

static void write_picture(writer *writer, pixel_rows rows, int quality) {
    j_compress_ptr codec = &writer->codec;
    codec->input_components = 3;
    codec->in_color_space = JCS_RGB;
    // The defaults sample colour at half of each direction: 4:2:0.
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, quality, TRUE);
    codec->dct_method = JDCT_ISLOW;
    fit_codes(writer, rows);
    write_strips(writer, rows, 1);
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
        write_picture(writer, (pixel_rows){pixels, width, height}, quality);
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
