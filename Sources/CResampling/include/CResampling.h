#ifndef WIDGET_ROLLOUT_CRESAMPLING_H
#define WIDGET_ROLLOUT_CRESAMPLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Where resampling spends its time: sums over light.
//
// All numbers are whole, and no sum can overflow, so pictures are the same to the bit whatever vectors a processor has.
//
// Light is a number of 16 bits, WR_FULL_LIGHT when it is full: room is left above for what a filter overshoots, and
// below for its lobes. A row consists of blocks of 16 pixels: their red, then their green, then their blue. The last
// block is filled up with the last pixel.
enum {
    WR_FULL_LIGHT = 24576,
    WR_BLOCK_PIXELS = 16,
    WR_BLOCK_SIZE = 3 * WR_BLOCK_PIXELS,
    // Weights are read by so many at once, and light as well.
    WR_LANES = 16,
    // Summed up from pixels, light is finer by so many bits.
    WR_FINE_BITS = 1,
    WR_FULL_FINE_LIGHT = WR_FULL_LIGHT << WR_FINE_BITS,
};

// Fills a row with the light of pixels of `size` bytes, red first; `lights` has that of each value of red, of green and
// of blue, 256 each.
void wr_fill_row(const uint8_t *pixels, size_t size, const int16_t lights[768], int16_t *row, size_t count);

// Fills up the last block of a row of so many pixels.
void wr_fill_up(int16_t *row, size_t count);

// Each pixel of `halved` becomes the mean of two by two of so many; the last column of an odd number stands for two.
void wr_halve(const int16_t *upper, const int16_t *lower, size_t pixels, int16_t *halved);

// Whether the sums below are made with vectors of 256 bits: where we have them, and the processor.
bool wr_has_wide_vectors(void);

// rows[0] * weights[0] + rows[1] * weights[1] + ..., over 2 to the power of `bits`. The count of rows is even. Red,
// green and blue of the sum are apart, each `plane_size` from the last.
void wr_sum_rows(
    const int16_t *const *rows, const int16_t *weights, size_t row_count, int bits,
    int16_t *planes, size_t plane_size, size_t blocks
);

// Each pixel of `sums` becomes the weighted sum of `stride` of a plane from `first` on, a multiple of WR_LANES, over 2
// to the power of `bits`, as fine light. Red, green and blue of the sums are apart, each `sums_size` from the last.
void wr_sum_pixels(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
);

// The same for one pixel or more with equal weights, each of which begins two after the one before: of weights and
// beginnings, those of the first pixel are read. The stride need only be even.
void wr_sum_even_pixels(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
);

// The same sums for processors without AVX2, which others make as well when they are asked to.
void wr_sum_rows_plain(
    const int16_t *const *rows, const int16_t *weights, size_t row_count, int bits,
    int16_t *planes, size_t plane_size, size_t blocks
);
void wr_sum_pixels_plain(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
);
void wr_sum_even_pixels_plain(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
);

// Makes a row of fine light, whose red, green and blue are apart.
void wr_pack_row(const int32_t *planes, size_t plane_size, int16_t *row, size_t count);

// Looks up the value of fine light; what is below black or above full light counts as that.
void wr_look_up(
    const int32_t *planes, size_t plane_size, const uint8_t values[WR_FULL_FINE_LIGHT + 1],
    uint8_t *bytes, size_t count
);

#endif
