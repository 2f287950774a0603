#ifndef WIDGET_ROLLOUT_STATUS_H
#define WIDGET_ROLLOUT_STATUS_H

// How a call into a codec ended.
typedef enum wr_status {
    WR_OK = 0,
    // The file ends too early.
    WR_TRUNCATED,
    // The file is not what it claims to be.
    WR_DAMAGED,
    // The file is of a kind that the library cannot read.
    WR_UNSUPPORTED,
    // Reading the file failed; errno says why.
    WR_UNREADABLE,
    WR_NO_MEMORY,
    // The scratch file failed; errno says why.
    WR_NO_SCRATCH,
} wr_status;

// Room for a codec's own words about an error.
#define WR_MESSAGE_SIZE 256

#endif
