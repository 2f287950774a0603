#ifndef WIDGET_ROLLOUT_CRESAMPLING_H
#define WIDGET_ROLLOUT_CRESAMPLING_H

#include <stddef.h>
#include <stdint.h>

// Where resampling spends its time: sums over light, red, green and blue, a float each.
//
// Sums are made in the same order with the widest vectors that a processor has and with the narrowest, and nothing is
// fused, so pictures are the same to the bit on all of them.
//
// A row of light must have room for one float more than it has.

// sums[i] = rows[0][i] * weights[0] + rows[1][i] * weights[1] + ...
void wr_sum_rows(const float *const *rows, const float *weights, size_t row_count, float *sums, size_t count);

// Each pixel of `sums` becomes the weighted sum of those from `first` to before `end` in a row; its weights are the
// first of `stride` for each pixel.
void wr_sum_pixels(
    const float *row, const int32_t *first, const int32_t *end, const float *weights, size_t stride,
    float *sums, size_t pixels
);

// Each pixel of `halved` becomes the mean of two by two; the last column of an odd number stands for two.
void wr_halve(const float *upper, const float *lower, size_t pixels, float *halved);

// Looks up the value of each float of light, from 0 to 1, in 65,536 steps.
void wr_look_up(const float *light, size_t count, const uint8_t values[65536], uint8_t *bytes);

#endif
