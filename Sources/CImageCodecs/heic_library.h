#ifndef WIDGET_ROLLOUT_HEIC_LIBRARY_H
#define WIDGET_ROLLOUT_HEIC_LIBRARY_H

#include <libheif/heif.h>

// What is called of libheif.
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
    FUNCTION(heif_image_get_plane_readonly) \
    FUNCTION(heif_image_get_primary_height) \
    FUNCTION(heif_image_get_primary_width) \
    FUNCTION(heif_image_handle_get_height) \
    FUNCTION(heif_image_handle_get_nclx_color_profile) \
    FUNCTION(heif_image_handle_get_raw_color_profile) \
    FUNCTION(heif_image_handle_get_raw_color_profile_size) \
    FUNCTION(heif_image_handle_get_width) \
    FUNCTION(heif_image_handle_has_alpha_channel) \
    FUNCTION(heif_image_handle_is_premultiplied_alpha) \
    FUNCTION(heif_image_handle_release) \
    FUNCTION(heif_image_release) \
    FUNCTION(heif_nclx_color_profile_free)

typedef struct wr_heic_library {
#define WR_HEIC_MEMBER(name) __typeof__(&name) name;
    WR_HEIC_FUNCTIONS(WR_HEIC_MEMBER)
#undef WR_HEIC_MEMBER
} wr_heic_library;

// NULL when it cannot be loaded; dlerror says why.
const wr_heic_library *wr_heic_library_load(void);

#endif
