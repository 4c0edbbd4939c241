// expect: unsafe --int math
#include <pthread.h>
int sum, n;
void *add(void *arg) {
  int before = __atomic_fetch_add(&sum, 1, __ATOMIC_SEQ_CST);
  assert(before < n);
  return 0;
}
int main(int argc, char **argv) {
  n = argc;
  if (n < 0 || n > 100) return 0;
  pthread_t t;
  for (int i = 0; i <= n; i++) pthread_create(&t, 0, add, 0);
}
