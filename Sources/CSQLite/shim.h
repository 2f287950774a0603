#ifndef WIDGET_ROLLOUT_CSQLITE_SHIM_H
#define WIDGET_ROLLOUT_CSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast that Swift does not import. Both calls let SQLite copy the bytes before they
   return, and neither turns an empty value, whose address may be null, into SQL NULL. */

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 size) {
    return sqlite3_bind_text64(statement, index, size ? text : "", size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 size) {
    return sqlite3_bind_blob64(statement, index, size ? bytes : "", size, SQLITE_TRANSIENT);
}

#endif
