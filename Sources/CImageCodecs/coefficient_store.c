#include "coefficient_store.h"

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
    // The first coefficient of each wanted block.
    JCOEF *firsts;
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

static JCOEF *firsts_of(const component *c, JDIMENSION row) {
    return c->firsts + (size_t)(row - c->first_row) * (c->end_column - c->first_column);
}

static uint64_t mask_of(const component *c, bool row_is_wanted, JDIMENSION column) {
    return row_is_wanted && column >= c->first_column && column < c->end_column ? c->wanted : 0;
}

static void pack_group(j_common_ptr codec, component *c) {
    if (c->pass != PASS_ALL && c->pass != PASS_FIRST_ONLY) return;
    for (JDIMENSION index = 0; index < c->group_rows; index++) {
        JDIMENSION row = c->group * c->group_rows + index;
        const JBLOCK *blocks = c->row_pointers[index];
        bool wanted = is_wanted(c, row);
        if (wanted) {
            JCOEF *firsts = firsts_of(c, row);
            for (JDIMENSION x = c->first_column; x < c->end_column; x++) *firsts++ = blocks[x][0];
        }
        if (c->pass == PASS_FIRST_ONLY) continue;
        for (JDIMENSION x = 0; x < c->blocks_per_row; x++) {
            check(codec, wr_block_stream_write(&c->repacked, blocks[x], mask_of(c, wanted, x)));
        }
    }
}

static void unpack_group(j_common_ptr codec, component *c) {
    memset(c->unpacked, 0, sizeof(JBLOCK) * c->blocks_per_row * c->group_rows);
    for (JDIMENSION index = 0; index < c->group_rows; index++) {
        JDIMENSION row = c->group * c->group_rows + index;
        JBLOCK *blocks = c->row_pointers[index];
        bool wanted = is_wanted(c, row);
        if (c->has_packed && c->pass != PASS_FIRST_ONLY) {
            for (JDIMENSION x = 0; x < c->blocks_per_row; x++) {
                check(codec, wr_block_stream_read(&c->packed, blocks[x], mask_of(c, wanted, x)));
            }
        }
        if (wanted) {
            const JCOEF *firsts = firsts_of(c, row);
            for (JDIMENSION x = c->first_column; x < c->end_column; x++) blocks[x][0] = *firsts++;
        }
    }
}

// MARK: - Passes

static void end_pass(j_common_ptr codec, component *c) {
    pack_group(codec, c);
    if (c->pass == PASS_ALL) {
        // A pass that left rows out would leave the next one without their blocks.
        if ((c->group + 1) * c->group_rows < c->rows) ERREXIT(codec, JERR_BAD_VIRTUAL_ACCESS);
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
    } else if (decoder->progressive_mode && decoder->Ss == 0) {
        c->pass = PASS_FIRST_ONLY;
    } else {
        c->pass = PASS_ALL;
    }
    c->group = 0;
    unpack_group(codec, c);
}

// MARK: - What libjpeg calls

static JDIMENSION smaller(JDIMENSION a, JDIMENSION b) { return a < b ? a : b; }

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
    };
    size_t wanted_blocks = (size_t)(c->end_column - c->first_column) * (c->end_row - c->first_row);
    c->firsts = calloc(wanted_blocks, sizeof *c->firsts);
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
}
