// expect: unsafe
#include <pthread.h>
pthread_t h;
int main(void) { pthread_join(h, 0); }
