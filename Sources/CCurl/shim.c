#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

/* The functions have macros of the same names, which check arguments where they are called. */
#undef curl_easy_getinfo
#undef curl_easy_setopt

static struct {
  CURLcode (*global_init) (long flags);
  CURL *(*easy_init) (void);
  void (*easy_cleanup) (CURL *handle);
  void (*easy_reset) (CURL *handle);
  CURLcode (*easy_perform) (CURL *handle);
  const char *(*easy_strerror) (CURLcode code);
  CURLcode (*easy_setopt) (CURL *handle, CURLoption option, ...);
  CURLcode (*easy_getinfo) (CURL *handle, CURLINFO info, ...);
  struct curl_slist *(*slist_append) (struct curl_slist *list, const char *text);
  void (*slist_free_all) (struct curl_slist *list);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char fault[256];

static void *library;

/* POSIX has it that what dlsym returns may be called, C that no such pointer is a function. */
static int
find (const char *name, void *place)
{
  void *function = dlsym (library, name);
  if (! function)
    snprintf (fault, sizeof fault, "libcurl.so.4 has no %s", name);
  *(void **) place = function;
  return function != 0;
}

static void
load (void)
{
  library = dlopen ("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (! library)
    {
      const char *reason = dlerror ();
      snprintf (fault, sizeof fault, "%s", reason ? reason : "libcurl.so.4 cannot be loaded");
      return;
    }
  if (! find ("curl_global_init", &curl.global_init) || ! find ("curl_easy_init", &curl.easy_init)
      || ! find ("curl_easy_cleanup", &curl.easy_cleanup) || ! find ("curl_easy_reset", &curl.easy_reset)
      || ! find ("curl_easy_perform", &curl.easy_perform) || ! find ("curl_easy_strerror", &curl.easy_strerror)
      || ! find ("curl_easy_setopt", &curl.easy_setopt) || ! find ("curl_easy_getinfo", &curl.easy_getinfo)
      || ! find ("curl_slist_append", &curl.slist_append)
      || ! find ("curl_slist_free_all", &curl.slist_free_all))
    return;
  if (curl.global_init (CURL_GLOBAL_DEFAULT) != CURLE_OK)
    snprintf (fault, sizeof fault, "libcurl cannot be started");
}

const char *
CCurl_load (void)
{
  pthread_once (&once, load);
  return fault[0] ? fault : 0;
}

CURL *CCurl_easy_init (void) { return curl.easy_init (); }

void CCurl_easy_cleanup (CURL *handle) { curl.easy_cleanup (handle); }

void CCurl_easy_reset (CURL *handle) { curl.easy_reset (handle); }

CURLcode CCurl_easy_perform (CURL *handle) { return curl.easy_perform (handle); }

const char *CCurl_easy_strerror (CURLcode code) { return curl.easy_strerror (code); }

CURLcode
CCurl_set_long (CURL *handle, CURLoption option, long value)
{
  return curl.easy_setopt (handle, option, value);
}

CURLcode
CCurl_set_size (CURL *handle, CURLoption option, curl_off_t value)
{
  return curl.easy_setopt (handle, option, value);
}

CURLcode
CCurl_set_pointer (CURL *handle, CURLoption option, const void *value)
{
  return curl.easy_setopt (handle, option, value);
}

CURLcode
CCurl_set_receiver (CURL *handle, CURLoption option,
                    size_t (*receive) (char *bytes, size_t size, size_t count, void *context))
{
  return curl.easy_setopt (handle, option, receive);
}

long
CCurl_status (CURL *handle)
{
  long status = 0;
  return curl.easy_getinfo (handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK && status > 0 ? status : -1;
}

struct curl_slist *
CCurl_slist_append (struct curl_slist *list, const char *text)
{
  return curl.slist_append (list, text);
}

void CCurl_slist_free_all (struct curl_slist *list) { curl.slist_free_all (list); }
