#include "include/jpeg.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#include "jpeg_reader.h"

// Programs write a dozen.
enum { MOST_SCANS = 200 };

// MARK: - Source

static boolean fill(j_decompress_ptr codec) {
    wr_jpeg_reader *reader = codec->client_data;
    ssize_t count = wr_file_read(&reader->file, reader->buffer, sizeof reader->buffer);
    if (count < 0) {
        reader->error.status = WR_UNREADABLE;
        longjmp(reader->error.landing, 1);
    }
    if (count == 0) ERREXIT(codec, JERR_INPUT_EOF);
    reader->source.next_input_byte = reader->buffer;
    reader->source.bytes_in_buffer = (size_t)count;
    return TRUE;
}

static void skip(j_decompress_ptr codec, long count) {
    wr_jpeg_reader *reader = codec->client_data;
    if (count <= 0) return;
    size_t held = reader->source.bytes_in_buffer;
    if ((size_t)count <= held) {
        reader->source.next_input_byte += count;
        reader->source.bytes_in_buffer -= (size_t)count;
        return;
    }
    // An offset beyond the end is found by the next read.
    reader->file.offset += (size_t)count - held;
    reader->source.bytes_in_buffer = 0;
}

static void nothing(j_decompress_ptr codec) { (void)codec; }

// A file may go over the same picture thousands of times, each time for a few bytes.
static void count_scans(j_common_ptr codec) {
    if (((j_decompress_ptr)codec)->input_scan_number > MOST_SCANS) ERREXIT(codec, JERR_BAD_PROGRESSION);
}

// MARK: - Life

wr_jpeg_reader *wr_jpeg_open(int descriptor, uint64_t size) {
    wr_jpeg_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    reader->codec.err = wr_jpeg_error_install(&reader->error);
    if (setjmp(reader->error.landing)) {
        free(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->codec);
    reader->codec.client_data = reader;
    reader->file = (wr_file){.descriptor = descriptor, .size = size};
    reader->source = (struct jpeg_source_mgr){
        .init_source = nothing,
        .fill_input_buffer = fill,
        .skip_input_data = skip,
        .resync_to_restart = jpeg_resync_to_restart,
        .term_source = nothing,
    };
    reader->codec.src = &reader->source;
    reader->progress.progress_monitor = count_scans;
    reader->codec.progress = &reader->progress;
    return reader;
}

void wr_jpeg_close(wr_jpeg_reader *reader) {
    // It frees and reports nothing, so it needs no landing.
    jpeg_destroy_decompress(&reader->codec);
    wr_coefficient_store_free(reader->store);
    free(reader);
}

const char *wr_jpeg_message(const wr_jpeg_reader *reader) { return reader->error.message; }

// MARK: - Reading

wr_status wr_jpeg_read_header(wr_jpeg_reader *reader, wr_jpeg_header *header) {
    if (setjmp(reader->error.landing)) return reader->error.status;
    j_decompress_ptr codec = &reader->codec;
    jpeg_read_header(codec, TRUE);
    bool inks = codec->jpeg_color_space == JCS_CMYK || codec->jpeg_color_space == JCS_YCCK;
    *header = (wr_jpeg_header){
        .width = codec->image_width,
        .height = codec->image_height,
        .pixels = inks ? WR_JPEG_CMYK : WR_JPEG_RGBX,
        .inverted = inks && codec->saw_Adobe_marker,
        .is_grey = codec->jpeg_color_space == JCS_GRAYSCALE,
        .has_multiple_scans = jpeg_has_multiple_scans(codec),
    };
    return WR_OK;
}

// The MCUs that a window's pixels come from, as jpeg_crop_scanline cuts columns. Rows get a margin, because colour that
// was stored at half the height is smoothed across rows.
static wr_mcu_window mcu_window(j_decompress_ptr codec, int eighths, wr_jpeg_window window) {
    uint32_t width = (uint32_t)(codec->max_h_samp_factor * eighths);
    uint32_t height = (uint32_t)(codec->max_v_samp_factor * eighths);
    uint32_t row = window.first_row / height;
    return (wr_mcu_window){
        .first_column = window.first_column / width,
        .end_column = (window.first_column + window.columns + width - 1) / width,
        .first_row = row < 2 ? 0 : row - 2,
        .end_row = (window.first_row + window.rows + height - 1) / height + 2,
    };
}

wr_status wr_jpeg_start(wr_jpeg_reader *reader, int eighths, wr_jpeg_window *window, wr_scratch *scratch) {
    if (setjmp(reader->error.landing)) return reader->error.status;
    j_decompress_ptr codec = &reader->codec;
    bool inks = codec->jpeg_color_space == JCS_CMYK || codec->jpeg_color_space == JCS_YCCK;
    codec->out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBX;
    codec->scale_num = (unsigned)eighths;
    codec->scale_denom = 8;
    codec->dct_method = JDCT_ISLOW;
    // Smoothing guesses at what scans to come may bring; here all have come.
    codec->do_block_smoothing = FALSE;
    if (jpeg_has_multiple_scans(codec)) {
        reader->store = wr_coefficient_store_install(codec, mcu_window(codec, eighths, *window), scratch);
        if (reader->store == NULL) return WR_NO_MEMORY;
    }
    jpeg_start_decompress(codec);
    JDIMENSION first = window->first_column, columns = window->columns;
    if (first > 0 || columns < codec->output_width) jpeg_crop_scanline(codec, &first, &columns);
    window->first_column = first;
    window->columns = columns;
    return WR_OK;
}

uint32_t wr_jpeg_rows(const wr_jpeg_reader *reader) { return reader->codec.output_height; }

uint32_t wr_jpeg_position(const wr_jpeg_reader *reader) { return reader->codec.output_scanline; }

wr_status wr_jpeg_read_row(wr_jpeg_reader *reader, uint8_t *row) {
    if (setjmp(reader->error.landing)) return reader->error.status;
    JSAMPROW rows[] = {row};
    // The source never suspends, so a row always comes.
    jpeg_read_scanlines(&reader->codec, rows, 1);
    return WR_OK;
}

wr_status wr_jpeg_skip_rows(wr_jpeg_reader *reader, uint32_t count) {
    if (setjmp(reader->error.landing)) return reader->error.status;
    jpeg_skip_scanlines(&reader->codec, count);
    return WR_OK;
}

wr_status wr_jpeg_finish(wr_jpeg_reader *reader) {
    if (setjmp(reader->error.landing)) return reader->error.status;
    jpeg_finish_decompress(&reader->codec);
    return WR_OK;
}
