// expect: unsafe --int math
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum, n;
void *add(void *arg) {
  pthread_mutex_lock(&m);
  sum++;
  assert(sum <= n);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(int argc, char **argv) {
  n = argc;
  if (n < 0 || n > 100) return 0;
  pthread_t t;
  for (int i = 0; i <= n; i++) pthread_create(&t, 0, add, 0);
}
