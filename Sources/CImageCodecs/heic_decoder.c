#include "heic_decoder.h"

#include <stdlib.h>
#include <string.h>

#include "hevc_parameters.h"

// Set before libheif calls any of the functions below.
static const wr_heic_library *library;

// A decoder of one coded picture.
typedef struct picture_decoder {
    de265_decoder_context *context;
    // Of the first parameters, which are the only ones that an item of a file should have.
    bool has_colors;
    wr_hevc_colors colors;
} picture_decoder;

// What the caller of libheif, which decodes in his thread, allows and wants to know.
static _Thread_local wr_heic_decoding *current;

static const struct heif_error no_error = {heif_error_Ok, heif_suberror_Unspecified, "Success"};

static struct heif_error failure(enum heif_error_code code, enum heif_suberror_code subcode, const char *message) {
    return (struct heif_error){code, subcode, message};
}

static struct heif_error damage(const char *message) {
    return failure(heif_error_Decoder_plugin_error, heif_suberror_Unspecified, message);
}

static struct heif_error no_memory(void) {
    return failure(heif_error_Memory_allocation_error, heif_suberror_Unspecified, "no memory for a decoder");
}

// MARK: - Life

static const char *name(void) { return "libde265, strict"; }

// libheif's own has 100.
static int priority(enum heif_compression_format format) { return format == heif_compression_HEVC ? 200 : 0; }

static struct heif_error create(void **result) {
    picture_decoder *decoder = calloc(1, sizeof *decoder);
    *result = decoder;
    if (decoder == NULL) return no_memory();
    decoder->context = library->de265_new_decoder();
    if (decoder->context != NULL) return no_error;
    free(decoder);
    *result = NULL;
    return no_memory();
}

static void destroy(void *created) {
    picture_decoder *decoder = created;
    library->de265_free_decoder(decoder->context);
    free(decoder);
}

// MARK: - Decoding

static struct heif_error failure_of(de265_error error) {
    switch (error) {
    case DE265_OK:
        return no_error;
    case DE265_ERROR_OUT_OF_MEMORY:
        return no_memory();
    case DE265_ERROR_NOT_IMPLEMENTED_YET:
        return failure(
            heif_error_Unsupported_feature, heif_suberror_Unsupported_codec, library->de265_get_error_text(error)
        );
    default:
        return damage(library->de265_get_error_text(error));
    }
}

// Before anything is allocated for the pictures. libde265 has no limit, and its own functions for memory need not be
// asked for all of it.
static struct heif_error take_parameters(picture_decoder *decoder, const uint8_t *unit, size_t size) {
    wr_hevc_parameters found;
    if (!wr_hevc_read_parameters(unit, size, &found)) return damage("the parameters of its coded data make no sense");
    if (!found.is_known_profile) {
        return failure(
            heif_error_Unsupported_feature, heif_suberror_Unsupported_codec, "a profile of HEVC that is not known"
        );
    }
    if (current == NULL || (uint64_t)found.width * found.height > current->largest_picture) {
        return damage("its coded data has more pixels than the file says");
    }
    if (!decoder->has_colors) decoder->colors = found.colors;
    decoder->has_colors = true;
    return no_error;
}

// Units of coded data (NAL), each behind its length in four bytes.
static struct heif_error push(void *created, const void *data, size_t size) {
    picture_decoder *decoder = created;
    const uint8_t *next = data;
    while (size > 0) {
        if (size < 4) return failure(heif_error_Decoder_plugin_error, heif_suberror_End_of_data, "a length is cut");
        uint32_t length = (uint32_t)next[0] << 24 | (uint32_t)next[1] << 16 | (uint32_t)next[2] << 8 | next[3];
        next += 4;
        size -= 4;
        if (length > size || length > INT32_MAX) {
            return failure(heif_error_Decoder_plugin_error, heif_suberror_End_of_data, "coded data is cut");
        }
        if (wr_hevc_has_parameters(next, length)) {
            struct heif_error problem = take_parameters(decoder, next, length);
            if (problem.code != heif_error_Ok) return problem;
        }
        de265_error error = library->de265_push_NAL(decoder->context, next, (int)length, 0, NULL);
        if (error != DE265_OK) return failure_of(error);
        next += length;
        size -= length;
    }
    return no_error;
}

// Whether a warning is about threads or remarks, and not about pixels.
static bool is_harmless(de265_error warning) {
    switch (warning) {
    case DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING:
    case DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM:
    case DE265_WARNING_INCORRECT_ENTRY_POINT_OFFSET:
    case DE265_WARNING_SPS_MISSING_CANNOT_DECODE_SEI:
        return true;
    default:
        return false;
    }
}

static struct heif_error check_warnings(de265_decoder_context *decoder) {
    for (de265_error warning; (warning = library->de265_get_warning(decoder)) != DE265_OK;) {
        if (!is_harmless(warning)) return damage(library->de265_get_error_text(warning));
    }
    return no_error;
}

static struct heif_error copy_plane(
    const struct de265_image *source, int channel, enum heif_channel target, struct heif_image *image
) {
    int width = library->de265_get_image_width(source, channel);
    int height = library->de265_get_image_height(source, channel);
    int bits = library->de265_get_bits_per_pixel(source, channel);
    struct heif_error error = library->heif_image_add_plane(image, target, width, height, bits);
    if (error.code != heif_error_Ok) return error;
    int from_stride = 0, to_stride = 0;
    const uint8_t *from = library->de265_get_image_plane(source, channel, &from_stride);
    uint8_t *to = library->heif_image_get_plane(image, target, &to_stride);
    if (from == NULL || to == NULL) return no_memory();
    size_t row_size = (size_t)width * (bits > 8 ? 2 : 1);
    for (int row = 0; row < height; row++) {
        memcpy(to + (size_t)row * (size_t)to_stride, from + (size_t)row * (size_t)from_stride, row_size);
    }
    return no_error;
}

// What the coded data says of its colours, which counts where the file says nothing.
static struct heif_error set_colors(const wr_hevc_colors *coded, struct heif_image *image) {
    struct heif_color_profile_nclx *colors = library->heif_nclx_color_profile_alloc();
    if (colors == NULL) return no_memory();
    // Numbers that libheif does not know become "unspecified".
    library->heif_nclx_color_profile_set_color_primaries(colors, (uint16_t)coded->primaries);
    library->heif_nclx_color_profile_set_transfer_characteristics(colors, (uint16_t)coded->transfer);
    library->heif_nclx_color_profile_set_matrix_coefficients(colors, (uint16_t)coded->matrix);
    colors->full_range_flag = coded->is_full_range;
    struct heif_error error = library->heif_image_set_nclx_color_profile(image, colors);
    library->heif_nclx_color_profile_free(colors);
    return error;
}

static struct heif_error fill(
    const struct de265_image *source, const wr_hevc_colors *colors, struct heif_image *image, bool is_grey
) {
    struct heif_error error = copy_plane(source, 0, heif_channel_Y, image);
    if (error.code == heif_error_Ok && !is_grey) error = copy_plane(source, 1, heif_channel_Cb, image);
    if (error.code == heif_error_Ok && !is_grey) error = copy_plane(source, 2, heif_channel_Cr, image);
    return error.code == heif_error_Ok ? set_colors(colors, image) : error;
}

static struct heif_error copy(
    const struct de265_image *source, const wr_hevc_colors *colors, struct heif_image **image
) {
    enum de265_chroma format = library->de265_get_chroma_format(source);
    bool is_grey = format == de265_chroma_mono;
    struct heif_error error = library->heif_image_create(
        library->de265_get_image_width(source, 0), library->de265_get_image_height(source, 0),
        is_grey ? heif_colorspace_monochrome : heif_colorspace_YCbCr,
        // Both count 4:2:0, 4:2:2 and 4:4:4 from 1, and none as 0.
        (enum heif_chroma)format, image
    );
    if (error.code != heif_error_Ok) return error;
    error = fill(source, colors, *image, is_grey);
    if (error.code == heif_error_Ok) return error;
    library->heif_image_release(*image);
    *image = NULL;
    return error;
}

// The first picture, for one is all that an item of a file should have (ISO/IEC 23008-12, B.2.2); others must be in
// order, too, and are let go.
static struct heif_error take_pictures(const picture_decoder *decoder, struct heif_image **image) {
    const struct de265_image *picture;
    while ((picture = library->de265_get_next_picture(decoder->context)) != NULL) {
        if (*image != NULL) continue;
        struct heif_error error = copy(picture, &decoder->colors, image);
        if (error.code != heif_error_Ok) return error;
        if (current == NULL || current->has_colors) continue;
        current->has_colors = true;
        current->primaries = decoder->colors.primaries;
        current->transfer = decoder->colors.transfer;
    }
    return no_error;
}

static struct heif_error decode_all(const picture_decoder *decoder, struct heif_image **image) {
    de265_error error = library->de265_flush_data(decoder->context);
    for (int more = 1; error == DE265_OK && more;) {
        error = library->de265_decode(decoder->context, &more);
        struct heif_error problem = take_pictures(decoder, image);
        if (problem.code != heif_error_Ok) return problem;
    }
    struct heif_error problem = failure_of(error);
    // Last, since what follows the picture may be damaged as well.
    if (problem.code == heif_error_Ok) problem = check_warnings(decoder->context);
    if (problem.code != heif_error_Ok || *image != NULL) return problem;
    return failure(heif_error_Decoder_plugin_error, heif_suberror_End_of_data, "its coded data has no picture");
}

static struct heif_error decode(void *decoder, struct heif_image **image) {
    *image = NULL;
    struct heif_error error = decode_all(decoder, image);
    if (error.code == heif_error_Ok || *image == NULL) return error;
    library->heif_image_release(*image);
    *image = NULL;
    return error;
}

// MARK: - Registration

bool wr_heic_decoder_register(const wr_heic_library *loaded) {
    // As of libheif 1.0; nothing that came later is needed.
    static const struct heif_decoder_plugin plugin = {
        .plugin_api_version = 1,
        .get_plugin_name = name,
        .does_support_format = priority,
        .new_decoder = create,
        .free_decoder = destroy,
        .push_data = push,
        .decode_image = decode,
    };
    library = loaded;
    return loaded->heif_register_decoder_plugin(&plugin).code == heif_error_Ok;
}

void wr_heic_decoder_begin(wr_heic_decoding *decoding) { current = decoding; }

void wr_heic_decoder_end(void) { current = NULL; }
