#include "png_error.h"

#include <stdio.h>
#include <string.h>

void wr_png_leave(png_structp codec, png_const_charp message) {
    wr_png_error *error = png_get_error_ptr(codec);
    if (error->status == WR_OK) {
        error->status = strcmp(message, "Out of memory") == 0 ? WR_NO_MEMORY : WR_DAMAGED;
    }
    snprintf(error->message, sizeof error->message, "%s", message);
    longjmp(error->landing, 1);
}

void wr_png_warn(png_structp codec, png_const_charp message) {
    wr_png_error *error = png_get_error_ptr(codec);
    // libpng drops a profile that it finds wrong and goes on; what else it warns of changes no pixel.
    if (strncmp(message, "iCCP", 4) == 0) error->profile_warning = true;
}
