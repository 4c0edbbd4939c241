// expect: safe --property race
// The branches do the same for the assertions of the program, but access other elements.
#include <pthread.h>
int turn, elements[2];
void *worker(void *unused) {
  if (__sync_fetch_and_add(&turn, 1) == 0)
    elements[0] = 1;
  else if (__sync_fetch_and_add(&turn, 1) == 2)
    elements[1] = 1;
  return 0;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_create(&thread, 0, worker, 0);
}
