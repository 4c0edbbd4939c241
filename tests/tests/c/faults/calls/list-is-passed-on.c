// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
int count; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void vlog_(int level, const char *fmt, va_list ap) { if (level > 1) vfprintf(stderr, fmt, ap); }
static void log_(int level, const char *fmt, ...) { va_list ap; va_start(ap, fmt); vlog_(level, fmt, ap); va_end(ap); }
void *w(void *p) { pthread_mutex_lock(&m); count++; log_(2, "count %d of %s\n", count, "x"); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, w, 0); pthread_create(&b, 0, w, 0); pthread_join(a, 0); pthread_join(b, 0); log_(3, "done %p\n", (void *)&count); assert(count == 2); }
