#ifndef WIDGET_ROLLOUT_COEFFICIENT_STORE_H
#define WIDGET_ROLLOUT_COEFFICIENT_STORE_H

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "include/scratch.h"

// The coefficients of a picture that comes in several scans, kept small.
//
// libjpeg holds all of them from the first scan to the last, two bytes each: 100 MB for 33 megapixels. Here a row of
// blocks is unpacked when the decoder asks for it and packed again when it asks for the next. Of coefficients that
// decide no pixel that is wanted, all that is kept is whether they are zero, which later scans depend on to be read
// at all. Pixels come out the same, bit for bit.
typedef struct wr_coefficient_store wr_coefficient_store;

// What of the picture is wanted, in units of libjpeg's interleaved MCUs; the ends are not included.
typedef struct wr_mcu_window {
    JDIMENSION first_column, end_column;
    JDIMENSION first_row, end_row;
} wr_mcu_window;

// Takes the place of the decoder's own arrays, which the reader that is the decoder's client then has to hold. To be
// called after the scale was set and before decoding starts; NULL when there is no memory. `scratch` may be NULL: then
// all is held in memory.
wr_coefficient_store *wr_coefficient_store_install(
    j_decompress_ptr codec, wr_mcu_window window, wr_scratch *scratch
);
void wr_coefficient_store_free(wr_coefficient_store *store);

#endif
