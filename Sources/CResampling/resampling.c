#include "include/CResampling.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__) && defined(__linux__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

// A pixel and the first float of the next, and twice as much; at any address.
typedef float four __attribute__((vector_size(16), aligned(4), may_alias));
typedef float eight __attribute__((vector_size(32), aligned(4), may_alias));

#define FOUR_AT(address) (*(four *)(address))
#define CONST_FOUR_AT(address) (*(const four *)(address))
#define EIGHT_AT(address) (*(eight *)(address))
#define CONST_EIGHT_AT(address) (*(const eight *)(address))

FOR_EACH_PROCESSOR
void wr_sum_rows(const float *const *rows, const float *weights, size_t row_count, float *sums, size_t count) {
    size_t index = 0;
    // As many sums at once as there are registers for, so that each is written once.
    for (; index + 32 <= count; index += 32) {
        eight a = {0}, b = {0}, c = {0}, d = {0};
        for (size_t row = 0; row < row_count; row++) {
            const float *light = rows[row] + index;
            float weight = weights[row];
            a += CONST_EIGHT_AT(light) * weight;
            b += CONST_EIGHT_AT(light + 8) * weight;
            c += CONST_EIGHT_AT(light + 16) * weight;
            d += CONST_EIGHT_AT(light + 24) * weight;
        }
        EIGHT_AT(sums + index) = a;
        EIGHT_AT(sums + index + 8) = b;
        EIGHT_AT(sums + index + 16) = c;
        EIGHT_AT(sums + index + 24) = d;
    }
    for (; index < count; index++) {
        float sum = 0;
        for (size_t row = 0; row < row_count; row++) sum += rows[row][index] * weights[row];
        sums[index] = sum;
    }
}

FOR_EACH_PROCESSOR
void wr_sum_pixels(
    const float *row, const int32_t *first, const int32_t *end, const float *weights, size_t stride,
    float *sums, size_t pixels
) {
    for (size_t pixel = 0; pixel < pixels; pixel++) {
        const float *light = row + 3 * (ptrdiff_t)first[pixel];
        const float *weight = weights + pixel * stride;
        int32_t count = end[pixel] - first[pixel];
        // Two sums, so that an addition need not wait for the one before.
        four even = {0}, odd = {0};
        int32_t index = 0;
        for (; index + 1 < count; index += 2) {
            even += CONST_FOUR_AT(light + 3 * index) * weight[index];
            odd += CONST_FOUR_AT(light + 3 * index + 3) * weight[index + 1];
        }
        if (index < count) even += CONST_FOUR_AT(light + 3 * index) * weight[index];
        // The fourth is overwritten by the next pixel.
        FOUR_AT(sums + 3 * pixel) = even + odd;
    }
}

FOR_EACH_PROCESSOR
void wr_halve(const float *upper, const float *lower, size_t pixels, float *halved) {
    size_t pairs = pixels / 2;
    for (size_t pair = 0; pair < pairs; pair++) {
        four sum = CONST_FOUR_AT(upper + 6 * pair) + CONST_FOUR_AT(upper + 6 * pair + 3) +
            CONST_FOUR_AT(lower + 6 * pair) + CONST_FOUR_AT(lower + 6 * pair + 3);
        FOUR_AT(halved + 3 * pair) = sum * 0.25f;
    }
    if (pixels % 2 == 0) return;
    for (size_t channel = 0; channel < 3; channel++) {
        halved[3 * pairs + channel] = (upper[6 * pairs + channel] + lower[6 * pairs + channel]) * 0.5f;
    }
}

FOR_EACH_PROCESSOR
void wr_look_up(const float *light, size_t count, const uint8_t values[65536], uint8_t *bytes) {
    enum { PART = 64 };
    int32_t steps[PART];
    for (size_t start = 0; start < count; start += PART) {
        size_t part = count - start < PART ? count - start : PART;
        for (size_t index = 0; index < part; index++) {
            float value = light[start + index];
            // The filter's lobes and other primaries reach below black and above full light.
            value = value > 0 ? value : 0;
            value = value < 1 ? value : 1;
            steps[index] = (int32_t)(value * 65535 + 0.5f);
        }
        for (size_t index = 0; index < part; index++) bytes[start + index] = values[steps[index]];
    }
}
