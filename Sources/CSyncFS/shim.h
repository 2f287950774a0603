#ifndef CSYNCFS_SHIM_H
#define CSYNCFS_SHIM_H

/* The C library declares it for GNU sources alone, which Swift's import of the C library is not.
 * 0, or -1 and errno. */
extern int syncfs (int descriptor);

#endif
