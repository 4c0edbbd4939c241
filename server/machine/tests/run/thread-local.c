// kinds: race
// runs: 20
#include <assert.h>
#include <pthread.h>

static _Thread_local int own = 3;

static void *use(void *unused)
{
    own++;
    assert(own == 4);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, use, 0);
    pthread_create(&b, 0, use, 0);
    own += 2;
    assert(own == 5);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
