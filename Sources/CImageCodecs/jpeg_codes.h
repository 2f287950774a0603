#ifndef WIDGET_ROLLOUT_JPEG_CODES_H
#define WIDGET_ROLLOUT_JPEG_CODES_H

#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

// How often each symbol is expected; one with no weight gets no code.
typedef struct wr_jpeg_weights {
    uint32_t of[256];
} wr_jpeg_weights;

// Adds what codes say of how often their symbols come: a code of n bits stands for `share` in 2 to the power of n. The
// share is at most 2^15.
void wr_jpeg_weights_add(wr_jpeg_weights *weights, const JHUFF_TBL *codes, uint32_t share);

// The shortest codes for symbols of such weights (Huffman, 1952), none longer than 16 bits, and none all ones (ITU-T
// T.81, K.2). At least one symbol must have a weight.
void wr_jpeg_codes_fit(JHUFF_TBL *codes, const wr_jpeg_weights *weights);

#endif
