#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

/* libcurl, loaded when it is first needed: it brings some thirty libraries with it, which would make every command
 * start several times as slowly as the work of most of them takes.
 *
 * Variadic functions, which Swift cannot call, have one of these for each type of argument. Each is curl's own
 * function of that name. */

/* Loads the library and starts it, once. NULL, or why that failed: a text that stays. May be called on any thread. */
const char *CCurl_load (void);

/* What follows may be called once CCurl_load has returned NULL. */

CURL *CCurl_easy_init (void);
void CCurl_easy_cleanup (CURL *handle);
void CCurl_easy_reset (CURL *handle);
CURLcode CCurl_easy_perform (CURL *handle);
const char *CCurl_easy_strerror (CURLcode code);
CURLcode CCurl_set_long (CURL *handle, CURLoption option, long value);
CURLcode CCurl_set_size (CURL *handle, CURLoption option, curl_off_t value);
/* A text, which is copied except for CURLOPT_POSTFIELDS, or memory that stays until the transfer is over. */
CURLcode CCurl_set_pointer (CURL *handle, CURLoption option, const void *value);
CURLcode CCurl_set_receiver (CURL *handle, CURLoption option,
                             size_t (*receive) (char *bytes, size_t size, size_t count, void *context));
/* -1 when there was no response. */
long CCurl_status (CURL *handle);
/* NULL when out of memory; then the list before is as it was. */
struct curl_slist *CCurl_slist_append (struct curl_slist *list, const char *text);
void CCurl_slist_free_all (struct curl_slist *list);

#endif
