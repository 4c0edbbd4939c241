// expect: unsafe --property race --link counter.c
// says: counter.c, line 3
// says: line 9
#include <pthread.h>
extern int hits;
void hit(void);

void *worker(void *unused) {
  hits = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  hit();
}
