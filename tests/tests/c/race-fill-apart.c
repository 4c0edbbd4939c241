// expect: safe --property race
#include <pthread.h>
#include <string.h>
int a[4];
void *t(void *arg) { memset(a, 0, 12); return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); int n = a[3]; pthread_join(id, 0); return n; }
