// fault: assertion 18
// runs: 60
#include <assert.h>
#include <pthread.h>

static int counter;

static void *count(void *unused) { counter++; return 0; }

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    // Both may have read 0.
    assert(counter == 2);
    return 0;
}
