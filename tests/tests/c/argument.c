// expect: safe
#include <pthread.h>
void *t(void *arg) { int *p = arg; assert(*p == 7); return 0; }
int main() { int seven = 7; pthread_t id; pthread_create(&id, 0, t, &seven); }
