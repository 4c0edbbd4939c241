// expect: unsafe
// An initialiser gives elements their first values.
#include <assert.h>
#include <pthread.h>

struct table { int used; int entry[1000]; } table = { 1, { 4, 5 } };

void *work(void *unused) {
    assert(table.entry[1] != 5);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
