#include "jpeg_error.h"

#include <jerror.h>

// The codes of libjpeg that do not mean damage.
static wr_status status_of(int code) {
    switch (code) {
    case JERR_OUT_OF_MEMORY:
        return WR_NO_MEMORY;
    case JWRN_JPEG_EOF:
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY:
        return WR_TRUNCATED;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
        return WR_UNSUPPORTED;
    default:
        return WR_DAMAGED;
    }
}

static void leave(j_common_ptr codec) {
    wr_jpeg_error *error = (wr_jpeg_error *)codec->err;
    char text[JMSG_LENGTH_MAX];
    error->manager.format_message(codec, text);
    snprintf(error->message, sizeof error->message, "%s", text);
    error->status = status_of(error->manager.msg_code);
    longjmp(error->landing, 1);
}

static void message(j_common_ptr codec, int level) {
    // A level below zero is a warning: data that the library would guess at. Those above trace what it does.
    if (level < 0) leave(codec);
}

static void ignore_message(j_common_ptr codec) { (void)codec; }

struct jpeg_error_mgr *wr_jpeg_error_install(wr_jpeg_error *error) {
    struct jpeg_error_mgr *manager = jpeg_std_error(&error->manager);
    manager->error_exit = leave;
    manager->emit_message = message;
    manager->output_message = ignore_message;
    error->status = WR_OK;
    error->message[0] = 0;
    return manager;
}
