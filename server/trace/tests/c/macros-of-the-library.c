// seeds 0..100
#include <assert.h>
#include <pthread.h>
unsigned total;
void *thread(void *argument) {
    unsigned next;
    if (!__builtin_add_overflow(total, 3000000000u, &next))
        total = next;
    return 0;
}
int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, thread, 0);
    pthread_create(&second, 0, thread, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(total == 0);
}
