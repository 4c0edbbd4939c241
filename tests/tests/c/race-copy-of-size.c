// expect: unsafe --property race
#include <pthread.h>
#include <string.h>
int a[4], b[4];
int n = 1;
void *t(void *arg) { memcpy(a, b, n * sizeof(int)); return 0; }
int main(int argc, char **argv) { n = argc > 2 ? 2 : 1; pthread_t id; pthread_create(&id, 0, t, 0); b[0] = 5; pthread_join(id, 0); return 0; }
