#include "jpeg_codes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_CODE = 16,
    // Besides the symbols a code that is none of theirs.
    MOST_LEAVES = 257,
};

void wr_jpeg_weights_add(wr_jpeg_weights *weights, const JHUFF_TBL *codes, uint32_t share) {
    size_t index = 0;
    for (int length = 1; length <= LONGEST_CODE; length++) {
        for (int code = 0; code < codes->bits[length]; code++) {
            weights->of[codes->huffval[index++]] += share << (LONGEST_CODE - length);
        }
    }
}

typedef struct leaf {
    uint32_t weight;
    int symbol;
} leaf;

// The lightest first; of those that weigh the same the last symbol.
static int compare(const void *first, const void *second) {
    const leaf *a = first, *b = second;
    if (a->weight != b->weight) return a->weight < b->weight ? -1 : 1;
    return b->symbol - a->symbol;
}

// Counts how many leaves of a tree lie how deep. Leaves are in order of weight, and so are the nodes as they are made:
// the lightest of all is at the front of either.
static void measure_depths(const leaf *leaves, int count, int of_depth[MOST_LEAVES]) {
    uint64_t weight[MOST_LEAVES];
    int parent_of_leaf[MOST_LEAVES], parent_of_node[MOST_LEAVES], depth[MOST_LEAVES];
    int next_leaf = 0, next_node = 0;
    for (int node = 0; node < count - 1; node++) {
        weight[node] = 0;
        for (int child = 0; child < 2; child++) {
            bool is_leaf = next_leaf < count && (next_node == node || leaves[next_leaf].weight <= weight[next_node]);
            if (is_leaf) {
                weight[node] += leaves[next_leaf].weight;
                parent_of_leaf[next_leaf++] = node;
            } else {
                weight[node] += weight[next_node];
                parent_of_node[next_node++] = node;
            }
        }
    }
    depth[count - 2] = 0;
    for (int node = count - 3; node >= 0; node--) depth[node] = depth[parent_of_node[node]] + 1;
    for (int index = 0; index < count; index++) of_depth[depth[parent_of_leaf[index]] + 1]++;
}

// Shortens what is too long, a pair at a time, at the cost of the longest of the others (K.3).
static void limit_depths(int of_depth[MOST_LEAVES]) {
    for (int length = MOST_LEAVES - 1; length > LONGEST_CODE; length--) {
        while (of_depth[length] > 0) {
            int other = length - 2;
            while (of_depth[other] == 0) other--;
            of_depth[length] -= 2;
            of_depth[length - 1]++;
            of_depth[other + 1] += 2;
            of_depth[other]--;
        }
    }
}

void wr_jpeg_codes_fit(JHUFF_TBL *codes, const wr_jpeg_weights *weights) {
    // The one that is no symbol's is the lightest, and so is among those of the most bits: the one of all ones.
    leaf leaves[MOST_LEAVES] = {{.weight = 0, .symbol = 256}};
    int count = 1;
    for (int symbol = 0; symbol < 256; symbol++) {
        if (weights->of[symbol] > 0) leaves[count++] = (leaf){weights->of[symbol], symbol};
    }
    qsort(leaves, (size_t)count, sizeof *leaves, compare);
    int of_depth[MOST_LEAVES] = {0};
    measure_depths(leaves, count, of_depth);
    limit_depths(of_depth);
    int longest = LONGEST_CODE;
    while (of_depth[longest] == 0) longest--;
    of_depth[longest]--;

    memset(codes->bits, 0, sizeof codes->bits);
    for (int length = 1; length <= LONGEST_CODE; length++) codes->bits[length] = (UINT8)of_depth[length];
    for (int index = count - 1; index > 0; index--) codes->huffval[count - 1 - index] = (UINT8)leaves[index].symbol;
    codes->sent_table = FALSE;
}
