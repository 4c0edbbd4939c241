// verdict: violated, needs 3 threads
//
// Tickets are taken in two steps: two threads can take the same one, and are served together.
#include <assert.h>
#include <pthread.h>

unsigned next, serving;
int inside;

void *customer(void *unused) {
  unsigned ticket = next;
  next = ticket + 1;
  while (ticket != serving)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  serving++;
  return 0;
}

int main() {
  while (1) {
    pthread_t thread;
    pthread_create(&thread, 0, customer, 0);
  }
}
