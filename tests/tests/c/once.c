// expect: safe
#include <pthread.h>
pthread_once_t flag = PTHREAD_ONCE_INIT;
int value, calls;
void init(void) { calls++; value = 1; value = 2; }
void *use(void *p) { pthread_once(&flag, init); assert(value == 2 && calls == 1); return 0; }
int main() { pthread_t t; for (;;) pthread_create(&t, 0, use, 0); }
