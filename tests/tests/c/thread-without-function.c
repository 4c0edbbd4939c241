// expect: unsafe
// A thread starts with a null pointer: the library calls it, and not the text.
#include <pthread.h>

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, 0, 0);
  pthread_join(thread, 0);
  return 0;
}
