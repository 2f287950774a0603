#include "hevc_parameters.h"

#include "hevc_bits.h"
#include "hevc_references.h"

static const wr_hevc_colors unspecified = {.primaries = 2, .transfer = 2, .matrix = 2};

// Profile, tier and level (7.3.3): whether one of the profiles is known that the pictures conform to.
static bool read_profiles(wr_hevc_bits *bits, int further_layers) {
    enum { profile_bits = 88, level_bits = 8, last_known = 5 };
    wr_hevc_skip(bits, 3);
    uint32_t profile = wr_hevc_number(bits, 5);
    // The first bit is profile 0's.
    uint32_t compatible = wr_hevc_number(bits, 32) >> (31 - last_known) & 0x1f;
    wr_hevc_skip(bits, profile_bits - 40 + level_bits);
    bool has_profile[7], has_level[7];
    for (int layer = 0; layer < further_layers; layer++) {
        has_profile[layer] = wr_hevc_bit(bits);
        has_level[layer] = wr_hevc_bit(bits);
    }
    if (further_layers > 0) wr_hevc_skip(bits, 2 * (8 - further_layers));
    for (int layer = 0; layer < further_layers; layer++) {
        wr_hevc_skip(bits, (has_profile[layer] ? profile_bits : 0) + (has_level[layer] ? level_bits : 0));
    }
    return profile <= last_known || compatible != 0;
}

// MARK: - What lies between size and colours

static void skip_codes(wr_hevc_bits *bits, int count) {
    for (int index = 0; index < count; index++) wr_hevc_code(bits, UINT32_MAX);
}

// What divides what was transformed (7.3.4).
static void skip_scaling_lists(wr_hevc_bits *bits) {
    for (int size = 0; size < 4; size++) {
        // Of the largest there are two, of the others six.
        for (int matrix = 0; matrix < (size == 3 ? 2 : 6); matrix++) {
            bool is_given = wr_hevc_bit(bits);
            int coefficients = size == 0 ? 16 : 64;
            // The larger ones have their first apart. Otherwise there is but which list is taken instead.
            skip_codes(bits, is_given ? coefficients + (size > 1) : 1);
        }
    }
}

static void skip_plain_samples(wr_hevc_bits *bits) {
    wr_hevc_skip(bits, 4 + 4);
    skip_codes(bits, 2);
    wr_hevc_skip(bits, 1);
}

// From behind the size to the flag that says whether there is a VUI.
static void skip_to_usability(wr_hevc_bits *bits, int further_layers) {
    enum { most_bits_of_count = 16 - 4, most_long_term = 32 };
    if (wr_hevc_bit(bits)) skip_codes(bits, 4);
    skip_codes(bits, 2);
    int count_bits = 4 + (int)wr_hevc_code(bits, most_bits_of_count);
    bool is_for_each_layer = wr_hevc_bit(bits);
    skip_codes(bits, 3 * (is_for_each_layer ? further_layers + 1 : 1));
    skip_codes(bits, 6);
    if (wr_hevc_bit(bits) && wr_hevc_bit(bits)) skip_scaling_lists(bits);
    wr_hevc_skip(bits, 2);
    if (wr_hevc_bit(bits)) skip_plain_samples(bits);
    wr_hevc_skip_references(bits);
    if (wr_hevc_bit(bits)) wr_hevc_skip(bits, (int)wr_hevc_code(bits, most_long_term) * (count_bits + 1));
    wr_hevc_skip(bits, 2);
}

// MARK: - Colours

// The begin of what makes pictures usable (VUI; E.2.1).
static wr_hevc_colors read_colors(wr_hevc_bits *bits) {
    enum { other_aspect = 255 };
    if (wr_hevc_bit(bits) && wr_hevc_number(bits, 8) == other_aspect) wr_hevc_skip(bits, 16 + 16);
    if (wr_hevc_bit(bits)) wr_hevc_skip(bits, 1);
    wr_hevc_colors colors = unspecified;
    if (!wr_hevc_bit(bits)) return colors;
    wr_hevc_skip(bits, 3);
    colors.is_full_range = wr_hevc_bit(bits);
    if (!wr_hevc_bit(bits)) return colors;
    colors.primaries = (int)wr_hevc_number(bits, 8);
    colors.transfer = (int)wr_hevc_number(bits, 8);
    colors.matrix = (int)wr_hevc_number(bits, 8);
    return colors;
}

// MARK: - Units

bool wr_hevc_has_parameters(const uint8_t *unit, size_t size) {
    enum { parameters = 33 };
    bool is_of_first_layer = size >= 2 && (unit[0] & 1) == 0 && unit[1] >> 3 == 0;
    return is_of_first_layer && (unit[0] >> 1 & 0x3f) == parameters;
}

bool wr_hevc_read_parameters(const uint8_t *unit, size_t size, wr_hevc_parameters *parameters) {
    enum { most_layers = 6, most_sets = 15, apart = 3 };
    // With a header that ends in zeros, which none may (7.4.2.2), a decoder could take other bytes for stuffing.
    if ((unit[1] & 7) == 0) return false;
    wr_hevc_bits bits = {.next = unit + 2, .end = unit + size};
    wr_hevc_skip(&bits, 4);
    int further_layers = (int)wr_hevc_number(&bits, 3);
    wr_hevc_skip(&bits, 1);
    if (further_layers > most_layers) return false;
    parameters->is_known_profile = read_profiles(&bits, further_layers);
    wr_hevc_code(&bits, most_sets);
    if (wr_hevc_code(&bits, apart) == apart) wr_hevc_skip(&bits, 1);
    parameters->width = wr_hevc_code(&bits, UINT32_MAX);
    parameters->height = wr_hevc_code(&bits, UINT32_MAX);
    skip_to_usability(&bits, further_layers);
    parameters->colors = wr_hevc_bit(&bits) ? read_colors(&bits) : unspecified;
    return !bits.is_damaged;
}
