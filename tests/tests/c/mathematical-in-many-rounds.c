// expect: safe --int math
#include <assert.h>
#include <pthread.h>

unsigned char byte;
int n;

void *worker(void *unused) {
  for (int i = 0; i < 12000; i++) {
    byte = byte + 100;
    n = n + 100;
    assert(byte == n);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
}
