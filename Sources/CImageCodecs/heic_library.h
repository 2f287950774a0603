#ifndef WIDGET_ROLLOUT_HEIC_LIBRARY_H
#define WIDGET_ROLLOUT_HEIC_LIBRARY_H

#include <libde265/de265.h>
#include <libheif/heif.h>
#include <libheif/heif_plugin.h>

// What is called of libheif, and of libde265, which it decodes with.
//
// It is loaded when the first HEIC file comes: with the encoders that it links to, it would take 4 MB of each process
// and twice the time to start, which few wallpapers would ever use.
#define WR_HEIC_FUNCTIONS(FUNCTION) \
    FUNCTION(heif_context_alloc) \
    FUNCTION(heif_context_free) \
    FUNCTION(heif_context_get_primary_image_handle) \
    FUNCTION(heif_context_read_from_reader) \
    FUNCTION(heif_context_set_max_decoding_threads) \
    FUNCTION(heif_decode_image) \
    FUNCTION(heif_image_add_plane) \
    FUNCTION(heif_image_create) \
    FUNCTION(heif_image_get_plane) \
    FUNCTION(heif_image_get_plane_readonly) \
    FUNCTION(heif_image_get_primary_height) \
    FUNCTION(heif_image_get_primary_width) \
    FUNCTION(heif_image_handle_get_chroma_bits_per_pixel) \
    FUNCTION(heif_image_handle_get_height) \
    FUNCTION(heif_image_handle_get_ispe_height) \
    FUNCTION(heif_image_handle_get_ispe_width) \
    FUNCTION(heif_image_handle_get_luma_bits_per_pixel) \
    FUNCTION(heif_image_handle_get_nclx_color_profile) \
    FUNCTION(heif_image_handle_get_raw_color_profile) \
    FUNCTION(heif_image_handle_get_raw_color_profile_size) \
    FUNCTION(heif_image_handle_get_width) \
    FUNCTION(heif_image_handle_has_alpha_channel) \
    FUNCTION(heif_image_handle_is_premultiplied_alpha) \
    FUNCTION(heif_image_handle_release) \
    FUNCTION(heif_image_release) \
    FUNCTION(heif_image_set_nclx_color_profile) \
    FUNCTION(heif_nclx_color_profile_alloc) \
    FUNCTION(heif_nclx_color_profile_free) \
    FUNCTION(heif_nclx_color_profile_set_color_primaries) \
    FUNCTION(heif_nclx_color_profile_set_matrix_coefficients) \
    FUNCTION(heif_nclx_color_profile_set_transfer_characteristics) \
    FUNCTION(heif_register_decoder_plugin)

#define WR_HEVC_FUNCTIONS(FUNCTION) \
    FUNCTION(de265_decode) \
    FUNCTION(de265_flush_data) \
    FUNCTION(de265_free_decoder) \
    FUNCTION(de265_get_bits_per_pixel) \
    FUNCTION(de265_get_chroma_format) \
    FUNCTION(de265_get_error_text) \
    FUNCTION(de265_get_image_height) \
    FUNCTION(de265_get_image_plane) \
    FUNCTION(de265_get_image_width) \
    FUNCTION(de265_get_next_picture) \
    FUNCTION(de265_get_warning) \
    FUNCTION(de265_new_decoder) \
    FUNCTION(de265_push_NAL)

typedef struct wr_heic_library {
#define WR_HEIC_MEMBER(name) __typeof__(&name) name;
    WR_HEIC_FUNCTIONS(WR_HEIC_MEMBER)
    WR_HEVC_FUNCTIONS(WR_HEIC_MEMBER)
#undef WR_HEIC_MEMBER
} wr_heic_library;

// With our decoder registered (`heic_decoder.h`). NULL when it cannot be loaded; dlerror says why.
const wr_heic_library *wr_heic_library_load(void);

#endif
