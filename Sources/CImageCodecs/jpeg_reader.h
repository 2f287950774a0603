#ifndef WIDGET_ROLLOUT_JPEG_READER_H
#define WIDGET_ROLLOUT_JPEG_READER_H

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "coefficient_store.h"
#include "file_bytes.h"
#include "include/jpeg.h"
#include "jpeg_error.h"

// The client of a decoder.
struct wr_jpeg_reader {
    struct jpeg_decompress_struct codec;
    wr_jpeg_error error;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    // NULL for a picture of one scan.
    wr_coefficient_store *store;
    wr_file file;
    JOCTET buffer[64 * 1024];
};

#endif
