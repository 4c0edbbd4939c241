// expect: safe
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int readers, writing;
int __VERIFIER_nondet_int();
void *reader(void *arg) {
  pthread_mutex_lock(&m);
  __VERIFIER_assume(!writing);
  readers++;
  pthread_mutex_unlock(&m);
  assert(!writing);
  pthread_mutex_lock(&m);
  readers--;
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t id;
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n <= 100);
  for (int i = 0; i < n; i++)
    pthread_create(&id, 0, reader, 0);
  pthread_mutex_lock(&m);
  __VERIFIER_assume(readers == 0);
  writing = 1;
  pthread_mutex_unlock(&m);
  writing = 0;
}
