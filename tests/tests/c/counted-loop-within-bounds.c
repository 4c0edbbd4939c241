// expect: unsafe
// The first loop stays inside of the array, the second one does not.
#include <pthread.h>

static int items[20];

void *fill(void *argument)
{
    for (int i = 0; i < 20; i++)
        items[i] = i;
    for (int i = 19; i >= -1; i--)
        items[i] = 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, fill, 0);
    pthread_join(thread, 0);
}
