// ends: stopped
// Threads without an end, none of which ends.
#include <pthread.h>
static int x;
static void *w(void *a) {
    for (;;) x++; return a; }
int main(void) {
    pthread_t t; for (;;) pthread_create(&t, 0, w, 0); return 0;
}
