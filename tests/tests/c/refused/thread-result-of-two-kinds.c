// refused: 9: Not supported: a thread whose result is a number here and a pointer there.
#include <pthread.h>

int x;

void *worker(void *unused) {
  if (x)
    return &x;
  return (void *)5;
}

int main() {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, &result);
}
