// expect: unsafe
#include <pthread.h>
void *t(void *a) { *(int *)a = 2; return 0; }
pthread_t id;
void start(void) { int x = 1; pthread_create(&id, 0, t, &x); }
int main(void) { start(); pthread_join(id, 0); return 0; }
