// expect: unsafe --property race
#include <pthread.h>
int *a;
void *work(void *p) { a[1] = 3; return 0; }
int main() {
  pthread_t t, u;
  a = malloc(16);
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
}
