// expect: safe
// What lies before and after an array is known by itself.
#include <assert.h>
#include <pthread.h>

struct table { int used; int entry[1000]; int limit; } table = { 1, { 4, 5 }, 3 };
extern unsigned any(void);

void *work(void *unused) {
    table.entry[any() % 1000] = 9;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(table.used == 1);
    assert(table.limit == 3);
    int entry = table.entry[any() % 1000];
    assert(entry == 0 || entry == 4 || entry == 5 || entry == 9);
    pthread_join(thread, 0);
    return 0;
}
