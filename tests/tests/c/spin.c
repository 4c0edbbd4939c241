// expect: safe
#include <pthread.h>
pthread_spinlock_t lock;
int x;
void *t(void *arg) {
  if (pthread_spin_trylock(&lock) == 0) {
    x++;
    assert(x == 1);
    x--;
    pthread_spin_unlock(&lock);
  }
  pthread_spin_lock(&lock);
  assert(x == 0);
  pthread_spin_unlock(&lock);
  return 0;
}
int main() {
  pthread_t id;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  while (1)
    pthread_create(&id, 0, t, 0);
}
