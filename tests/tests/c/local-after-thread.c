// expect: unsafe
#include <pthread.h>
int *where; void *t(void *a) { int x = 1; where = &x; return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); pthread_join(id, 0); *where = 2; return 0; }
