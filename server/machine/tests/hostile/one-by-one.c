// ends: exit 0
// Many threads, one after the other: those that have ended cost nothing.
#include <pthread.h>

static void *start(void *unused) { return unused; }

int main(void) {
  for (int i = 0; i < 3000; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, start, 0);
    pthread_join(thread, 0);
  }
  return 0;
}
