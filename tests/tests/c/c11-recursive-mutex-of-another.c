// expect: unsafe
#include <threads.h>

/* A recursive mutex, too, is unlocked by the thread that holds it (C17 7.26.4.6). */
int main(void)
{
    mtx_t mutex;
    mtx_init(&mutex, mtx_plain | mtx_recursive);
    mtx_unlock(&mutex);
    return 0;
}
