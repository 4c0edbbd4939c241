// expect: safe --property race
#include <pthread.h>
pthread_once_t flag = PTHREAD_ONCE_INIT;
int value;
void init(void) { value = 1; }
void *use(void *p) { pthread_once(&flag, init); int mine = value; return 0; }
int main() { pthread_t t; for (;;) pthread_create(&t, 0, use, 0); }
