#include "hevc_parameters.h"

// Bits, the highest of a byte first; beyond the end come zeros.
typedef struct bit_reader {
    const uint8_t *next, *end;
    // Of the bytes before.
    int zeros;
    uint8_t byte;
    int left;
    bool is_cut;
} bit_reader;

static uint32_t read_bit(bit_reader *reader) {
    if (reader->left == 0) {
        // Behind two zeros a 3 only keeps them from looking like the start of a unit (7.4.2).
        if (reader->zeros >= 2 && reader->next < reader->end && *reader->next == 3) {
            reader->next++;
            reader->zeros = 0;
        }
        reader->is_cut |= reader->next >= reader->end;
        reader->byte = reader->next < reader->end ? *reader->next++ : 0;
        reader->zeros = reader->byte == 0 ? reader->zeros + 1 : 0;
        reader->left = 8;
    }
    return reader->byte >> --reader->left & 1;
}

// At most 32 bits.
static uint32_t read_bits(bit_reader *reader, int count) {
    uint32_t bits = 0;
    for (int index = 0; index < count; index++) bits = bits << 1 | read_bit(reader);
    return bits;
}

static void skip_bits(bit_reader *reader, int count) {
    for (int index = 0; index < count; index++) read_bit(reader);
}

// Exp-Golomb code (9.2); what has more than 32 bits is no number that a picture needs.
static uint32_t read_number(bit_reader *reader) {
    int zeros = 0;
    while (zeros < 32 && read_bit(reader) == 0) zeros++;
    reader->is_cut |= zeros == 32;
    return zeros == 32 ? 0 : (UINT32_C(1) << zeros) - 1 + read_bits(reader, zeros);
}

// Profile, tier and level (7.3.3): whether one of the profiles is known that the pictures conform to.
static bool read_profiles(bit_reader *reader, int further_layers) {
    enum { profile_bits = 88, level_bits = 8, last_known = 5 };
    skip_bits(reader, 3);
    uint32_t profile = read_bits(reader, 5);
    // The first bit is profile 0's.
    uint32_t compatible = read_bits(reader, 32) >> (31 - last_known) & 0x1f;
    skip_bits(reader, profile_bits - 40 + level_bits);
    bool has_profile[7], has_level[7];
    for (int layer = 0; layer < further_layers; layer++) {
        has_profile[layer] = read_bit(reader);
        has_level[layer] = read_bit(reader);
    }
    if (further_layers > 0) skip_bits(reader, 2 * (8 - further_layers));
    for (int layer = 0; layer < further_layers; layer++) {
        skip_bits(reader, (has_profile[layer] ? profile_bits : 0) + (has_level[layer] ? level_bits : 0));
    }
    return profile <= last_known || compatible != 0;
}

bool wr_hevc_has_parameters(const uint8_t *unit, size_t size) {
    enum { parameters = 33 };
    bool is_of_first_layer = size >= 2 && (unit[0] & 1) == 0 && unit[1] >> 3 == 0;
    return is_of_first_layer && (unit[0] >> 1 & 0x3f) == parameters;
}

bool wr_hevc_read_parameters(const uint8_t *unit, size_t size, wr_hevc_parameters *parameters) {
    bit_reader reader = {.next = unit + 2, .end = unit + size};
    skip_bits(&reader, 4);
    int further_layers = (int)read_bits(&reader, 3);
    skip_bits(&reader, 1);
    if (further_layers > 6) return false;
    parameters->is_known_profile = read_profiles(&reader, further_layers);
    read_number(&reader);
    enum { apart = 3 };
    if (read_number(&reader) == apart) skip_bits(&reader, 1);
    parameters->width = read_number(&reader);
    parameters->height = read_number(&reader);
    return !reader.is_cut;
}
