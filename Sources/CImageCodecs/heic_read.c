#include "include/heic.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "file_bytes.h"
#include "heic_decoder.h"
#include "heic_library.h"

struct wr_heic_reader {
    const wr_heic_library *library;
    struct heif_context *context;
    struct heif_image_handle *handle;
    struct heif_image *image;
    const uint8_t *pixels;
    int stride;
    bool has_alpha;
    uint32_t width, height;
    wr_heic_decoding decoding;
    uint8_t *profile;
    wr_file file;
    int read_error;
    char message[WR_MESSAGE_SIZE];
};

static wr_status say(wr_heic_reader *reader, wr_status status, const char *message) {
    snprintf(reader->message, sizeof reader->message, "%s", message);
    return status;
}

static wr_status status_of(wr_heic_reader *reader, struct heif_error error) {
    if (error.code == heif_error_Ok) return WR_OK;
    if (reader->read_error != 0) {
        errno = reader->read_error;
        return say(reader, WR_UNREADABLE, error.message);
    }
    switch (error.code) {
    case heif_error_Memory_allocation_error:
        return say(reader, WR_NO_MEMORY, error.message);
    case heif_error_Unsupported_feature:
    case heif_error_Unsupported_filetype:
        return say(reader, WR_UNSUPPORTED, error.message);
    default:
        return say(reader, error.subcode == heif_suberror_End_of_data ? WR_TRUNCATED : WR_DAMAGED, error.message);
    }
}

// MARK: - Source

static int64_t position(void *context) { return (int64_t)((wr_heic_reader *)context)->file.offset; }

static int read_bytes(void *bytes, size_t count, void *context) {
    wr_heic_reader *reader = context;
    uint8_t *next = bytes;
    while (count > 0) {
        ssize_t got = wr_file_read(&reader->file, next, count);
        if (got < 0) reader->read_error = errno;
        if (got <= 0) return 1;
        next += got;
        count -= (size_t)got;
    }
    return 0;
}

static int seek(int64_t offset, void *context) {
    wr_heic_reader *reader = context;
    if (offset < 0 || (uint64_t)offset > reader->file.size) return 1;
    reader->file.offset = (uint64_t)offset;
    return 0;
}

static enum heif_reader_grow_status wait_for(int64_t size, void *context) {
    uint64_t known = ((wr_heic_reader *)context)->file.size;
    return size >= 0 && (uint64_t)size <= known ? heif_reader_grow_status_size_reached
                                                : heif_reader_grow_status_size_beyond_eof;
}

static const struct heif_reader file_reader = {
    .reader_api_version = 1,
    .get_position = position,
    .read = read_bytes,
    .seek = seek,
    .wait_for_file_size = wait_for,
};

// MARK: - Life

wr_status wr_heic_open(int descriptor, uint64_t size, wr_heic_reader **result) {
    wr_heic_reader *reader = calloc(1, sizeof *reader);
    *result = reader;
    if (reader == NULL) return WR_NO_MEMORY;
    reader->file = (wr_file){.descriptor = descriptor, .size = size};
    reader->library = wr_heic_library_load();
    if (reader->library == NULL) {
        const char *reason = dlerror();
        return say(reader, WR_UNSUPPORTED, reason != NULL ? reason : "libheif lacks a function");
    }
    reader->context = reader->library->heif_context_alloc();
    if (reader->context == NULL) return WR_NO_MEMORY;
    // Decode where we are called; a background thread would want a stack of its own.
    reader->library->heif_context_set_max_decoding_threads(reader->context, 0);
    struct heif_error error =
        reader->library->heif_context_read_from_reader(reader->context, &file_reader, reader, NULL);
    if (error.code != heif_error_Ok) return status_of(reader, error);
    return status_of(
        reader, reader->library->heif_context_get_primary_image_handle(reader->context, &reader->handle)
    );
}

void wr_heic_close(wr_heic_reader *reader) {
    if (reader == NULL) return;
    if (reader->image != NULL) reader->library->heif_image_release(reader->image);
    if (reader->handle != NULL) reader->library->heif_image_handle_release(reader->handle);
    if (reader->context != NULL) reader->library->heif_context_free(reader->context);
    free(reader->profile);
    free(reader);
}

const char *wr_heic_message(const wr_heic_reader *reader) { return reader->message; }

// MARK: - Reading

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

// Coded pictures end with blocks of at most 64 pixels, and the only tile of a row or a column may reach beyond the
// whole, which is of little weight up to so many pixels.
static uint64_t largest_picture(uint64_t width, uint64_t height) {
    enum { block = 64, largest_tile = 1024 * 1024 };
    return larger((width + block - 1) / block * block * ((height + block - 1) / block * block), largest_tile);
}

wr_status wr_heic_read_header(wr_heic_reader *reader, wr_heic_header *header) {
    const wr_heic_library *library = reader->library;
    int width = library->heif_image_handle_get_width(reader->handle);
    int height = library->heif_image_handle_get_height(reader->handle);
    if (width <= 0 || height <= 0) return say(reader, WR_DAMAGED, "it has no size");
    reader->width = (uint32_t)width;
    reader->height = (uint32_t)height;
    reader->has_alpha = library->heif_image_handle_has_alpha_channel(reader->handle);
    // Before a part of it is cut out (`clap`).
    int whole_width = library->heif_image_handle_get_ispe_width(reader->handle);
    int whole_height = library->heif_image_handle_get_ispe_height(reader->handle);
    if (whole_width < 0 || whole_height < 0) return say(reader, WR_DAMAGED, "it has no size");
    reader->decoding.largest_picture =
        larger(
            largest_picture((uint64_t)whole_width, (uint64_t)whole_height),
            largest_picture(reader->width, reader->height)
        );
    *header = (wr_heic_header){
        .width = reader->width,
        .height = reader->height,
        .decoded_pixels = larger((uint64_t)whole_width * (uint64_t)whole_height, (uint64_t)reader->width * reader->height),
        .is_deep = library->heif_image_handle_get_luma_bits_per_pixel(reader->handle) != 8 ||
            library->heif_image_handle_get_chroma_bits_per_pixel(reader->handle) != 8,
        .has_alpha = reader->has_alpha,
        .is_premultiplied =
            reader->has_alpha && library->heif_image_handle_is_premultiplied_alpha(reader->handle),
        .primaries = heif_color_primaries_unspecified,
        .transfer = heif_transfer_characteristic_unspecified,
    };
    struct heif_color_profile_nclx *coded = NULL;
    if (library->heif_image_handle_get_nclx_color_profile(reader->handle, &coded).code == heif_error_Ok) {
        header->primaries = coded->color_primaries;
        header->transfer = coded->transfer_characteristics;
        library->heif_nclx_color_profile_free(coded);
    }
    size_t size = library->heif_image_handle_get_raw_color_profile_size(reader->handle);
    if (size == 0) return WR_OK;
    reader->profile = malloc(size);
    if (reader->profile == NULL) return WR_NO_MEMORY;
    header->profile = reader->profile;
    header->profile_size = size;
    return status_of(reader, library->heif_image_handle_get_raw_color_profile(reader->handle, reader->profile));
}

wr_status wr_heic_decode(wr_heic_reader *reader) {
    const wr_heic_library *library = reader->library;
    enum heif_chroma chroma = reader->has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    wr_heic_decoder_begin(&reader->decoding);
    struct heif_error error =
        library->heif_decode_image(reader->handle, &reader->image, heif_colorspace_RGB, chroma, NULL);
    wr_heic_decoder_end();
    if (error.code != heif_error_Ok) return status_of(reader, error);
    // What the header promised and what was coded may differ.
    if ((uint32_t)library->heif_image_get_primary_width(reader->image) != reader->width ||
        (uint32_t)library->heif_image_get_primary_height(reader->image) != reader->height) {
        return say(reader, WR_DAMAGED, "the picture has another size than the file says");
    }
    reader->pixels =
        library->heif_image_get_plane_readonly(reader->image, heif_channel_interleaved, &reader->stride);
    return reader->pixels != NULL ? WR_OK : say(reader, WR_DAMAGED, "it has no pixels");
}

void wr_heic_get_coded_colors(const wr_heic_reader *reader, int *primaries, int *transfer) {
    *primaries = reader->decoding.primaries;
    *transfer = reader->decoding.transfer;
}

const uint8_t *wr_heic_row(const wr_heic_reader *reader, uint32_t row) {
    return reader->pixels + (size_t)row * (size_t)reader->stride;
}
