#include "include/png_codec.h"

#include <stdlib.h>
#include <string.h>

#include "file_bytes.h"
#include "png_error.h"

struct wr_png_reader {
    png_structp codec;
    png_infop info;
    wr_png_error error;
    wr_file file;
    // The file is read in pieces of this size, because libpng asks for a few bytes at a time.
    size_t held, used;
    uint8_t buffer[64 * 1024];
};

static void read_bytes(png_structp codec, png_bytep bytes, size_t count) {
    wr_png_reader *reader = png_get_io_ptr(codec);
    while (count > 0) {
        if (reader->used == reader->held) {
            ssize_t got = wr_file_read(&reader->file, reader->buffer, sizeof reader->buffer);
            if (got <= 0) {
                reader->error.status = got < 0 ? WR_UNREADABLE : WR_TRUNCATED;
                png_error(codec, "the file ends too early");
            }
            reader->held = (size_t)got;
            reader->used = 0;
        }
        size_t part = reader->held - reader->used;
        if (part > count) part = count;
        memcpy(bytes, reader->buffer + reader->used, part);
        reader->used += part;
        bytes += part;
        count -= part;
    }
}

wr_png_reader *wr_png_open(int descriptor, uint64_t size) {
    wr_png_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    reader->file = (wr_file){.descriptor = descriptor, .size = size};
    if (setjmp(reader->error.landing)) {
        wr_png_close(reader);
        return NULL;
    }
    reader->codec = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->error, wr_png_leave, wr_png_warn);
    reader->info = reader->codec == NULL ? NULL : png_create_info_struct(reader->codec);
    if (reader->info == NULL) {
        wr_png_close(reader);
        return NULL;
    }
    png_set_read_fn(reader->codec, reader, read_bytes);
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    // A fuzzer would hardly ever get past the checksums.
    png_set_crc_action(reader->codec, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_option(reader->codec, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#else
    // A wrong checksum is damage wherever it is.
    png_set_crc_action(reader->codec, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
#endif
    // The caller has limits of its own.
    png_set_user_limits(reader->codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    return reader;
}

void wr_png_close(wr_png_reader *reader) {
    png_destroy_read_struct(&reader->codec, &reader->info, NULL);
    free(reader);
}

const char *wr_png_message(const wr_png_reader *reader) { return reader->error.message; }

static void read_colors(wr_png_reader *reader, wr_png_header *header) {
    png_structp codec = reader->codec;
    png_infop info = reader->info;
    png_charp name;
    int compression, intent;
    png_bytep profile;
    if (png_get_iCCP(codec, info, &name, &compression, &profile, &header->profile_size) != 0) {
        header->profile = profile;
    } else {
        header->has_unusable_profile = reader->error.profile_warning;
    }
    header->is_srgb = png_get_sRGB(codec, info, &intent) != 0;
    if (png_get_gAMA_fixed(codec, info, &header->gamma) == 0) header->gamma = 0;
    int32_t *p = header->primaries;
    header->has_primaries =
        png_get_cHRM_fixed(codec, info, &p[0], &p[1], &p[2], &p[3], &p[4], &p[5], &p[6], &p[7]) != 0;
}

wr_status wr_png_read_header(wr_png_reader *reader, wr_png_header *header) {
    if (setjmp(reader->error.landing)) return reader->error.status;
    png_structp codec = reader->codec;
    png_read_info(codec, reader->info);
    int color = png_get_color_type(codec, reader->info);
    bool has_alpha = (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(codec, reader->info, PNG_INFO_tRNS);
    bool is_deep = png_get_bit_depth(codec, reader->info) == 16;
    *header = (wr_png_header){
        .width = png_get_image_width(codec, reader->info),
        .height = png_get_image_height(codec, reader->info),
        .pixels = is_deep ? WR_PNG_RGBA16 : has_alpha ? WR_PNG_RGBA8 : WR_PNG_RGB8,
        .is_grey = !(color & PNG_COLOR_MASK_COLOR),
        .is_interlaced = png_get_interlace_type(codec, reader->info) != PNG_INTERLACE_NONE,
    };
    read_colors(reader, header);
    png_set_expand(codec);
    png_set_gray_to_rgb(codec);
    if (is_deep) {
        png_set_add_alpha(codec, 0xFFFF, PNG_FILLER_AFTER);
        png_set_swap(codec);
    }
    return WR_OK;
}

wr_status wr_png_start(wr_png_reader *reader) {
    if (setjmp(reader->error.landing)) return reader->error.status;
    png_start_read_image(reader->codec);
    return WR_OK;
}

wr_status wr_png_read_row(wr_png_reader *reader, uint8_t *row) {
    if (setjmp(reader->error.landing)) return reader->error.status;
    png_read_row(reader->codec, row, NULL);
    return WR_OK;
}

wr_status wr_png_finish(wr_png_reader *reader) {
    if (setjmp(reader->error.landing)) return reader->error.status;
    png_read_end(reader->codec, NULL);
    return WR_OK;
}
