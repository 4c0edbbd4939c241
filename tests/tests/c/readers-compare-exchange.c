// expect: safe --int math
#include <pthread.h>
#include <stdatomic.h>
atomic_int held; // -1: by a writer; otherwise the number of readers
int changing;
void *reader(void *arg) {
  int seen = atomic_load(&held);
  while (seen < 0 || !atomic_compare_exchange_strong(&held, &seen, seen + 1)) {}
  assert(!changing);
  atomic_fetch_sub(&held, 1);
  return 0;
}
void *writer(void *arg) {
  int nobody;
  do nobody = 0; while (!atomic_compare_exchange_strong(&held, &nobody, -1));
  changing++;
  assert(changing == 1);
  changing--;
  atomic_store(&held, 0);
  return 0;
}
int main() {
  pthread_t id;
  while (1) {
    pthread_create(&id, 0, reader, 0);
    pthread_create(&id, 0, writer, 0);
  }
}
