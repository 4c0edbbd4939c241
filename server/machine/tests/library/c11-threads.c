// Threads and atomics of C11.
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>

static mtx_t gate;
static cnd_t news;
static tss_t own;
static once_flag flag = ONCE_FLAG_INIT;
static atomic_int hits;
static atomic_flag spin = ATOMIC_FLAG_INIT;
static int is_ready, plain;

static void first(void)
{
    puts("first");
}

static int work(void *argument)
{
    call_once(&flag, first);
    tss_set(own, argument);
    mtx_lock(&gate);
    while (!is_ready)
        cnd_wait(&news, &gate);
    mtx_unlock(&gate);
    for (int i = 0; i < 5; i++) {
        atomic_fetch_add(&hits, 2);
        while (atomic_flag_test_and_set(&spin))
            thrd_yield();
        plain++;
        atomic_flag_clear(&spin);
    }
    return *(int *)tss_get(own);
}

int main(void)
{
    thrd_t threads[2];
    int values[2] = {7, 8}, result;
    mtx_init(&gate, mtx_plain);
    cnd_init(&news);
    tss_create(&own, NULL);
    for (int i = 0; i < 2; i++)
        thrd_create(&threads[i], work, &values[i]);
    mtx_lock(&gate);
    is_ready = 1;
    cnd_broadcast(&news);
    mtx_unlock(&gate);
    for (int i = 0; i < 2; i++) {
        thrd_join(threads[i], &result);
        printf("%d\n", result);
    }
    int expected = 20;
    printf("%d %d", atomic_load(&hits), plain);
    printf(" %d\n", atomic_compare_exchange_strong(&hits, &expected, 1));
    printf("%d\n", mtx_trylock(&gate) == thrd_success && mtx_unlock(&gate) == thrd_success);
    tss_delete(own);
    mtx_destroy(&gate);
    cnd_destroy(&news);
}
