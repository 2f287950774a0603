#include "include/CResampling.h"

#include "vectors.h"

// MARK: - Rows

void wr_fill_row(const uint8_t *pixels, size_t size, const int16_t lights[768], int16_t *row, size_t count) {
    size_t whole = count / WR_BLOCK_PIXELS * WR_BLOCK_PIXELS;
    for (size_t start = 0; start < whole; start += WR_BLOCK_PIXELS) {
        for (size_t index = 0; index < WR_BLOCK_PIXELS; index++) {
            const uint8_t *pixel = pixels + index * size;
            row[index] = lights[pixel[0]];
            row[WR_BLOCK_PIXELS + index] = lights[256 + pixel[1]];
            row[2 * WR_BLOCK_PIXELS + index] = lights[512 + pixel[2]];
        }
        pixels += WR_BLOCK_PIXELS * size;
        row += WR_BLOCK_SIZE;
    }
    for (size_t index = 0; index < count - whole; index++) {
        const uint8_t *pixel = pixels + index * size;
        for (size_t channel = 0; channel < 3; channel++) {
            row[channel * WR_BLOCK_PIXELS + index] = lights[256 * channel + pixel[channel]];
        }
    }
    wr_fill_up(row, count - whole);
}

void wr_fill_up(int16_t *row, size_t count) {
    size_t last = count % WR_BLOCK_PIXELS;
    if (last == 0) return;
    int16_t *block = row + count / WR_BLOCK_PIXELS * WR_BLOCK_SIZE;
    for (size_t channel = 0; channel < 3; channel++, block += WR_BLOCK_PIXELS) {
        for (size_t index = last; index < WR_BLOCK_PIXELS; index++) block[index] = block[last - 1];
    }
}

FOR_EACH_PROCESSOR
void wr_halve(const int16_t *upper, const int16_t *lower, size_t pixels, int16_t *halved) {
    size_t blocks = (pixels + WR_BLOCK_PIXELS - 1) / WR_BLOCK_PIXELS;
    for (size_t block = 0; block < blocks; block++) {
        // Two blocks become one.
        int16_t *half = halved + block / 2 * WR_BLOCK_SIZE + block % 2 * (WR_BLOCK_PIXELS / 2);
        for (size_t channel = 0; channel < 3; channel++) {
            for (size_t index = 0; index < WR_BLOCK_PIXELS / 2; index++) {
                int32_t sum = upper[2 * index] + upper[2 * index + 1] + lower[2 * index] + lower[2 * index + 1];
                half[index] = (int16_t)((sum + 2) >> 2);
            }
            upper += WR_BLOCK_PIXELS;
            lower += WR_BLOCK_PIXELS;
            half += WR_BLOCK_PIXELS;
        }
    }
    wr_fill_up(halved, (pixels + 1) / 2);
}

FOR_EACH_PROCESSOR
void wr_pack_row(const int32_t *planes, size_t plane_size, int16_t *row, size_t count) {
    size_t blocks = (count + WR_BLOCK_PIXELS - 1) / WR_BLOCK_PIXELS;
    for (size_t block = 0; block < blocks; block++) {
        for (size_t channel = 0; channel < 3; channel++) {
            const int32_t *fine = planes + channel * plane_size + block * WR_BLOCK_PIXELS;
            for (size_t index = 0; index < WR_BLOCK_PIXELS; index++) {
                int32_t light = (fine[index] + (1 << (WR_FINE_BITS - 1))) >> WR_FINE_BITS;
                light = light < INT16_MIN ? INT16_MIN : light;
                row[index] = (int16_t)(light > INT16_MAX ? INT16_MAX : light);
            }
            row += WR_BLOCK_PIXELS;
        }
    }
    wr_fill_up(row - blocks * WR_BLOCK_SIZE, count);
}

FOR_EACH_PROCESSOR
void wr_look_up(
    const int32_t *planes, size_t plane_size, const uint8_t values[WR_FULL_FINE_LIGHT + 1],
    uint8_t *bytes, size_t count
) {
    enum { PART = 64 };
    uint16_t steps[3][PART];
    for (size_t start = 0; start < count; start += PART, bytes += 3 * PART) {
        size_t part = count - start < PART ? count - start : PART;
        for (size_t channel = 0; channel < 3; channel++) {
            const int32_t *plane = planes + channel * plane_size + start;
            for (size_t index = 0; index < part; index++) {
                int32_t light = plane[index];
                light = light > 0 ? light : 0;
                steps[channel][index] = (uint16_t)(light < WR_FULL_FINE_LIGHT ? light : WR_FULL_FINE_LIGHT);
            }
        }
        for (size_t index = 0; index < part; index++) {
            bytes[3 * index] = values[steps[0][index]];
            bytes[3 * index + 1] = values[steps[1][index]];
            bytes[3 * index + 2] = values[steps[2][index]];
        }
    }
}

// MARK: - Sums

// Without vectors of our own the compiler finds some.

void wr_sum_rows_plain(
    const int16_t *const *rows, const int16_t *weights, size_t row_count, int bits,
    int16_t *planes, size_t plane_size, size_t blocks
) {
    for (size_t block = 0; block < blocks; block++) {
        for (size_t channel = 0; channel < 3; channel++) {
            int32_t sums[WR_BLOCK_PIXELS] = {0};
            for (size_t row = 0; row < row_count; row++) {
                const int16_t *light = rows[row] + block * WR_BLOCK_SIZE + channel * WR_BLOCK_PIXELS;
                for (size_t index = 0; index < WR_BLOCK_PIXELS; index++) sums[index] += light[index] * weights[row];
            }
            int16_t *plane = planes + channel * plane_size + block * WR_BLOCK_PIXELS;
            for (size_t index = 0; index < WR_BLOCK_PIXELS; index++) {
                int32_t light = (sums[index] + (1 << (bits - 1))) >> bits;
                light = light < INT16_MIN ? INT16_MIN : light;
                plane[index] = (int16_t)(light > INT16_MAX ? INT16_MAX : light);
            }
        }
    }
}

void wr_sum_pixels_plain(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
) {
    int coarse_bits = bits - WR_FINE_BITS;
    for (size_t pixel = 0; pixel < pixels; pixel++, weights += stride) {
        for (size_t channel = 0; channel < 3; channel++) {
            const int16_t *light = planes + channel * plane_size + first[pixel];
            int32_t sum = 1 << (coarse_bits - 1);
            for (size_t start = 0; start < stride; start += WR_LANES) {
                for (size_t lane = 0; lane < WR_LANES; lane++) sum += light[start + lane] * weights[start + lane];
            }
            sums[channel * sums_size + pixel] = sum >> coarse_bits;
        }
    }
}

void wr_sum_even_pixels_plain(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
) {
    int coarse_bits = bits - WR_FINE_BITS;
    for (size_t channel = 0; channel < 3; channel++) {
        const int16_t *light = planes + channel * plane_size + *first;
        for (size_t pixel = 0; pixel < pixels; pixel++, light += 2) {
            int32_t sum = 1 << (coarse_bits - 1);
            for (size_t index = 0; index < stride; index++) sum += light[index] * weights[index];
            sums[channel * sums_size + pixel] = sum >> coarse_bits;
        }
    }
}

bool wr_has_wide_vectors(void) {
#if WR_HAS_WIDE_VECTORS
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

void wr_sum_rows(
    const int16_t *const *rows, const int16_t *weights, size_t row_count, int bits,
    int16_t *planes, size_t plane_size, size_t blocks
) {
#if WR_HAS_WIDE_VECTORS
    if (wr_has_wide_vectors()) {
        wr_sum_rows_wide(rows, weights, row_count, bits, planes, plane_size, blocks);
        return;
    }
#endif
    wr_sum_rows_plain(rows, weights, row_count, bits, planes, plane_size, blocks);
}

void wr_sum_pixels(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
) {
#if WR_HAS_WIDE_VECTORS
    if (wr_has_wide_vectors()) {
        wr_sum_pixels_wide(planes, plane_size, first, weights, stride, bits, sums, sums_size, pixels);
        return;
    }
#endif
    wr_sum_pixels_plain(planes, plane_size, first, weights, stride, bits, sums, sums_size, pixels);
}

void wr_sum_even_pixels(
    const int16_t *planes, size_t plane_size, const int32_t *first, const int16_t *weights, size_t stride,
    int bits, int32_t *sums, size_t sums_size, size_t pixels
) {
#if WR_HAS_WIDE_VECTORS
    if (wr_has_wide_vectors()) {
        wr_sum_even_pixels_wide(planes, plane_size, first, weights, stride, bits, sums, sums_size, pixels);
        return;
    }
#endif
    wr_sum_even_pixels_plain(planes, plane_size, first, weights, stride, bits, sums, sums_size, pixels);
}
