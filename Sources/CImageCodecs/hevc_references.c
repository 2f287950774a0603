#include "hevc_references.h"

enum {
    MOST_SETS = 64,
    // That decoders hold, the present one left out (A.4.2).
    MOST_PICTURES = 15,
    MOST_DISTANCE = 1 << 15,
};

// How far pictures are from the present one: those before it, and then those behind it, each from the nearest on.
typedef struct references {
    int distances[MOST_PICTURES];
    int count;
} references;

static bool is_earlier(int distance, int other) {
    if ((distance < 0) != (other < 0)) return distance < 0;
    return distance < 0 ? distance > other : distance < other;
}

// Puts it to its place in the order.
static void add(wr_hevc_bits *bits, references *set, int distance) {
    if (set->count == MOST_PICTURES) {
        bits->is_damaged = true;
        return;
    }
    int index = set->count++;
    for (; index > 0 && is_earlier(distance, set->distances[index - 1]); index--) {
        set->distances[index] = set->distances[index - 1];
    }
    set->distances[index] = distance;
}

// Pictures in one direction.
static void read_side(wr_hevc_bits *bits, references *set, int count, int direction) {
    int distance = 0;
    for (int index = 0; index < count; index++) {
        distance += direction * (1 + (int)wr_hevc_code(bits, MOST_DISTANCE - 1));
        wr_hevc_skip(bits, 1);
        add(bits, set, distance);
    }
}

static references read_plain(wr_hevc_bits *bits) {
    references set = {.count = 0};
    int before = (int)wr_hevc_code(bits, MOST_PICTURES);
    int behind = (int)wr_hevc_code(bits, MOST_PICTURES);
    read_side(bits, &set, before, -1);
    read_side(bits, &set, behind, 1);
    return set;
}

// The pictures of the set before, seen from another place, and that place itself, as far as flags say (7-61, 7-62). How
// many remain is how many flags the next such set has.
static references read_predicted(wr_hevc_bits *bits, const references *last) {
    bool is_before = wr_hevc_bit(bits);
    int shift = 1 + (int)wr_hevc_code(bits, MOST_DISTANCE - 1);
    if (is_before) shift = -shift;
    references set = {.count = 0};
    for (int index = 0; index <= last->count; index++) {
        bool is_used = wr_hevc_bit(bits);
        bool remains = is_used || wr_hevc_bit(bits);
        int distance = shift + (index < last->count ? last->distances[index] : 0);
        // The present picture is none that it refers to.
        if (remains && distance != 0) add(bits, &set, distance);
    }
    return set;
}

void wr_hevc_skip_references(wr_hevc_bits *bits) {
    references last = {.count = 0};
    int count = (int)wr_hevc_code(bits, MOST_SETS);
    for (int index = 0; index < count; index++) {
        bool is_predicted = index > 0 && wr_hevc_bit(bits);
        last = is_predicted ? read_predicted(bits, &last) : read_plain(bits);
    }
}
