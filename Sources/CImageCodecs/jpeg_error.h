#ifndef WIDGET_ROLLOUT_JPEG_ERROR_H
#define WIDGET_ROLLOUT_JPEG_ERROR_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "include/status.h"

// libjpeg's error state and where its errors land.
typedef struct wr_jpeg_error {
    struct jpeg_error_mgr manager;
    jmp_buf landing;
    wr_status status;
    char message[WR_MESSAGE_SIZE];
} wr_jpeg_error;

// Makes `error` the handler of errors and warnings, both of which jump to `landing`.
struct jpeg_error_mgr *wr_jpeg_error_install(wr_jpeg_error *error);

#endif
