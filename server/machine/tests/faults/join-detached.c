// fault: misuse 8
#include <pthread.h>
void *other(void *unused) { return 0; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_detach(thread);
  pthread_join(thread, 0);
}
