#ifndef WIDGET_ROLLOUT_PNG_ERROR_H
#define WIDGET_ROLLOUT_PNG_ERROR_H

#include <setjmp.h>
#include <stdbool.h>

#include <png.h>

#include "include/status.h"

// Where libpng's errors land.
typedef struct wr_png_error {
    jmp_buf landing;
    // Set before an error is raised by our own callbacks; otherwise an error means damage.
    wr_status status;
    bool profile_warning;
    char message[WR_MESSAGE_SIZE];
} wr_png_error;

// The handlers that libpng is created with, `error` as their pointer.
void wr_png_leave(png_structp codec, png_const_charp message);
void wr_png_warn(png_structp codec, png_const_charp message);

#endif
