// expect: unsafe
#include <assert.h>
#include <pthread.h>
int x;
void *t(void *unused) { x = rand(); assert(x != 123456 && x > -70000); return 0; }
int main() { pthread_t id; while (1) pthread_create(&id, 0, t, 0); }
