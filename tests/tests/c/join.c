// expect: safe
#include <pthread.h>
int x;
void *t(void *arg) { x = x + 1; return 0; }
int main() { pthread_t id; pthread_create(&id, 0, t, 0); pthread_join(id, 0); x = x + 1; assert(x == 2); }
