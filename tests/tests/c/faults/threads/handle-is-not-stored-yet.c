// expect: unsafe
#include <pthread.h>
pthread_t h;
void *t(void *p) { pthread_detach(h); return 0; }
int main(void) { pthread_create(&h, 0, t, 0); pthread_exit(0); }
