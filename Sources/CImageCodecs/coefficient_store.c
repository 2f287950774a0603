#include "coefficient_store.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#include "block_stream.h"
#include "jpeg_reader.h"

enum {
    OUTPUT_SCAN = -1,
    // 2 MB of packed blocks stay in memory, when there is another place for the rest.
    MOST_CHUNKS_HELD = 2 * 1024 * 1024 / WR_CHUNK_SIZE,
};

// What a component's current pass over its rows does.
typedef enum pass_kind {
    PASS_NONE,
    // Rows are taken from `packed` and put into `repacked`.
    PASS_ALL,
    // The same, but the first coefficient of each block is neither read nor written.
    PASS_FURTHER_ONLY,
    // Only the first coefficient of each block is read and written; the others stay packed.
    PASS_FIRST_ONLY,
    // Rows are taken from `packed` for the last time.
    PASS_OUTPUT,
} pass_kind;

// Stands for libjpeg's virtual array of a component's blocks.
typedef struct component {
    JDIMENSION blocks_per_row, rows;
    // How many rows are asked for at once.
    JDIMENSION group_rows;

    // Blocks that are wanted, and which of their coefficients.
    JDIMENSION first_column, end_column, first_row, end_row;
    uint64_t wanted;

    // The scan that the pass belongs to; libjpeg counts from 1.
    int scan;
    pass_kind pass;
    // The group that is unpacked.
    JDIMENSION group;
    JBLOCK *unpacked;
    JBLOCKROW row_pointers[MAX_SAMP_FACTOR];

    // Whether a pass has packed any rows yet.
    bool has_packed;
    wr_block_stream packed, repacked;
    // The first coefficient of each wanted block, from a row on: of all rows, or, when there is a scratch file that has
    // them from an offset on, of the group. Before a pass has put any there, they are 0.
    JCOEF *firsts;
    JDIMENSION firsts_row;
    wr_scratch *scratch;
    uint64_t firsts_offset;
    bool has_firsts;
} component;

struct wr_coefficient_store {
    component components[MAX_COMPONENTS];
    int count;
    wr_mcu_window window;
    wr_chunk_pool pool;
};

// The coefficients that libjpeg's inverse transforms of 8x8, 4x4, 2x2 and 1x1 pixels read (jidctint.c, jidctred.c), a
// byte a row.
static uint64_t wanted_for(int pixels) {
    uint64_t columns = pixels >= 8 ? 0xFF : pixels == 4 ? 0xEF : pixels == 2 ? 0xAB : 0x01;
    uint64_t mask = 0;
    for (int row = 0; row < DCTSIZE; row++) {
        if (columns >> row & 1) mask |= columns << (8 * row);
    }
    return mask;
}

static void check(j_common_ptr codec, wr_block_error error) {
    if (error == WR_BLOCK_OK) return;
    if (error == WR_BLOCK_NO_SCRATCH) {
        wr_jpeg_reader *reader = codec->client_data;
        reader->error.status = WR_NO_SCRATCH;
        longjmp(reader->error.landing, 1);
    }
    ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
}

// MARK: - Rows

static bool is_wanted(const component *c, JDIMENSION row) { return row >= c->first_row && row < c->end_row; }

static JDIMENSION smaller(JDIMENSION a, JDIMENSION b) { return a < b ? a : b; }

static JDIMENSION larger(JDIMENSION a, JDIMENSION b) { return a > b ? a : b; }

static size_t firsts_in_rows(const component *c, JDIMENSION rows) {
    return (size_t)rows * (c->end_column - c->first_column);
}

static JCOEF *firsts_of(const component *c, JDIMENSION row) {
    return c->firsts + firsts_in_rows(c, row - c->firsts_row);
}

// Where the first coefficients of the group are in the scratch file.
typedef struct firsts_place {
    size_t bytes;
    uint64_t offset;
} firsts_place;

static firsts_place place_of_firsts(const component *c) {
    JDIMENSION row = larger(c->first_row, c->group * c->group_rows);
    JDIMENSION end = smaller(c->end_row, (c->group + 1) * c->group_rows);
    if (row >= end) return (firsts_place){0};
    return (firsts_place){
        .bytes = firsts_in_rows(c, end - row) * sizeof *c->firsts,
        .offset = c->firsts_offset + firsts_in_rows(c, row - c->first_row) * sizeof *c->firsts,
    };
}

static void load_firsts(j_common_ptr codec, component *c) {
    if (c->scratch == NULL) return;
    firsts_place place = place_of_firsts(c);
    c->firsts_row = larger(c->first_row, c->group * c->group_rows);
    if (!c->has_firsts) {
        memset(c->firsts, 0, place.bytes);
    } else if (!wr_scratch_read(c->scratch, c->firsts, place.bytes, place.offset)) {
        check(codec, WR_BLOCK_NO_SCRATCH);
    }
}

static void put_firsts_aside(j_common_ptr codec, const component *c) {
    if (c->scratch == NULL) return;
    firsts_place place = place_of_firsts(c);
    bool is_written = wr_scratch_write(c->scratch, c->firsts, place.bytes, place.offset);
    check(codec, is_written ? WR_BLOCK_OK : WR_BLOCK_NO_SCRATCH);
}

static uint64_t mask_of(const component *c, bool row_is_wanted, JDIMENSION column) {
    return row_is_wanted && column >= c->first_column && column < c->end_column ? c->wanted : 0;
}

static void pack_group(j_common_ptr codec, component *c) {
    if (c->pass == PASS_NONE || c->pass == PASS_OUTPUT) return;
    for (JDIMENSION index = 0; index < c->group_rows; index++) {
        JDIMENSION row = c->group * c->group_rows + index;
        const JBLOCK *blocks = c->row_pointers[index];
        bool wanted = is_wanted(c, row);
        if (wanted && c->pass != PASS_FURTHER_ONLY) {
            JCOEF *firsts = firsts_of(c, row);
            for (JDIMENSION x = c->first_column; x < c->end_column; x++) *firsts++ = blocks[x][0];
        }
        if (c->pass == PASS_FIRST_ONLY) continue;
        for (JDIMENSION x = 0; x < c->blocks_per_row; x++) {
            check(codec, wr_block_stream_write(&c->repacked, blocks[x], mask_of(c, wanted, x)));
        }
    }
    if (c->pass != PASS_FURTHER_ONLY) put_firsts_aside(codec, c);
}

static void unpack_group(j_common_ptr codec, component *c) {
    memset(c->unpacked, 0, sizeof(JBLOCK) * c->blocks_per_row * c->group_rows);
    if (c->pass != PASS_FURTHER_ONLY) load_firsts(codec, c);
    for (JDIMENSION index = 0; index < c->group_rows; index++) {
        JDIMENSION row = c->group * c->group_rows + index;
        JBLOCK *blocks = c->row_pointers[index];
        bool wanted = is_wanted(c, row);
        if (c->has_packed && c->pass != PASS_FIRST_ONLY) {
            for (JDIMENSION x = 0; x < c->blocks_per_row; x++) {
                check(codec, wr_block_stream_read(&c->packed, blocks[x], mask_of(c, wanted, x)));
            }
        }
        if (wanted && c->pass != PASS_FURTHER_ONLY) {
            const JCOEF *firsts = firsts_of(c, row);
            for (JDIMENSION x = c->first_column; x < c->end_column; x++) blocks[x][0] = *firsts++;
        }
    }
}

// MARK: - Passes

static void end_pass(j_common_ptr codec, component *c) {
    pack_group(codec, c);
    if (c->pass != PASS_NONE && c->pass != PASS_OUTPUT) {
        // A pass that left rows out would leave the next one without their blocks.
        if ((c->group + 1) * c->group_rows < c->rows) ERREXIT(codec, JERR_BAD_VIRTUAL_ACCESS);
    }
    if (c->pass == PASS_ALL || c->pass == PASS_FIRST_ONLY) c->has_firsts = true;
    if (c->pass == PASS_ALL || c->pass == PASS_FURTHER_ONLY) {
        wr_block_stream_clear(&c->packed);
        c->packed = c->repacked;
        c->repacked = (wr_block_stream){.pool = c->packed.pool};
        c->has_packed = true;
    }
    c->pass = PASS_NONE;
}

static void begin_pass(j_common_ptr codec, component *c, int scan) {
    const struct jpeg_decompress_struct *decoder = (j_decompress_ptr)codec;
    c->scan = scan;
    if (scan == OUTPUT_SCAN) {
        c->pass = PASS_OUTPUT;
    } else if (decoder->progressive_mode) {
        c->pass = decoder->Ss == 0 ? PASS_FIRST_ONLY : PASS_FURTHER_ONLY;
    } else {
        c->pass = PASS_ALL;
    }
    c->group = 0;
    unpack_group(codec, c);
}

// MARK: - What libjpeg calls

static wr_coefficient_store *store_of(j_common_ptr codec) { return ((wr_jpeg_reader *)codec->client_data)->store; }

static jvirt_barray_ptr request(
    j_common_ptr codec, int pool, boolean zeroed, JDIMENSION blocks_per_row, JDIMENSION rows, JDIMENSION most_rows
) {
    // Blocks are always zero at first, and as many rows at once as a component has in an MCU.
    (void)pool, (void)zeroed, (void)most_rows;
    const struct jpeg_decompress_struct *decoder = (j_decompress_ptr)codec;
    wr_coefficient_store *store = store_of(codec);
    if (store->count == decoder->num_components) ERREXIT(codec, JERR_BAD_VIRTUAL_ACCESS);
    // Arrays are asked for in the order of the components.
    const jpeg_component_info *info = &decoder->comp_info[store->count];
    component *c = &store->components[store->count++];
    JDIMENSION across = (JDIMENSION)info->h_samp_factor, down = (JDIMENSION)info->v_samp_factor;
    *c = (component){
        .blocks_per_row = blocks_per_row,
        .rows = rows,
        .group_rows = down,
        .first_column = smaller(store->window.first_column * across, blocks_per_row),
        .end_column = smaller(store->window.end_column * across, blocks_per_row),
        .first_row = smaller(store->window.first_row * down, rows),
        .end_row = smaller(store->window.end_row * down, rows),
        .wanted = wanted_for(info->DCT_scaled_size),
        .packed = {.pool = &store->pool},
        .repacked = {.pool = &store->pool},
        .scratch = store->pool.scratch,
    };
    size_t wanted_blocks = firsts_in_rows(c, c->end_row - c->first_row);
    if (c->scratch != NULL) {
        c->firsts_offset = c->scratch->end;
        c->scratch->end += wanted_blocks * sizeof *c->firsts;
    } else {
        c->firsts_row = c->first_row;
    }
    c->firsts = calloc(c->scratch != NULL ? firsts_in_rows(c, down) : wanted_blocks, sizeof *c->firsts);
    c->unpacked = calloc((size_t)blocks_per_row * down, sizeof *c->unpacked);
    if (c->firsts == NULL || c->unpacked == NULL) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    for (JDIMENSION row = 0; row < down; row++) {
        c->row_pointers[row] = c->unpacked + (size_t)row * blocks_per_row;
    }
    return (jvirt_barray_ptr)c;
}

static JBLOCKARRAY access_rows(
    j_common_ptr codec, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count, boolean writable
) {
    component *c = (component *)array;
    int scan = writable ? ((j_decompress_ptr)codec)->input_scan_number : OUTPUT_SCAN;
    JDIMENSION group = first / c->group_rows;
    if (first % c->group_rows != 0 || count > c->group_rows || first + count > c->rows) {
        ERREXIT(codec, JERR_BAD_VIRTUAL_ACCESS);
    }
    if (c->scan != scan) {
        end_pass(codec, c);
        begin_pass(codec, c, scan);
    }
    if (group < c->group) ERREXIT(codec, JERR_BAD_VIRTUAL_ACCESS);
    while (c->group < group) {
        pack_group(codec, c);
        c->group++;
        unpack_group(codec, c);
    }
    return c->row_pointers;
}

// MARK: - Life

wr_coefficient_store *wr_coefficient_store_install(
    j_decompress_ptr codec, wr_mcu_window window, wr_scratch *scratch
) {
    wr_coefficient_store *store = calloc(1, sizeof *store);
    if (store == NULL) return NULL;
    store->window = window;
    store->pool.scratch = scratch;
    store->pool.most_held = MOST_CHUNKS_HELD;
    codec->mem->request_virt_barray = request;
    codec->mem->access_virt_barray = access_rows;
    return store;
}

void wr_coefficient_store_free(wr_coefficient_store *store) {
    if (store == NULL) return;
    for (int index = 0; index < store->count; index++) {
        component *c = &store->components[index];
        wr_block_stream_clear(&c->packed);
        wr_block_stream_clear(&c->repacked);
        free(c->firsts);
        free(c->unpacked);
    }
    wr_chunk_pool_clear(&store->pool);
    free(store);
    // Chunks are too small for the C library to give them back by itself, and what comes next is too large for them.
    malloc_trim(0);
}
