// expect: unsafe --property race
#include <pthread.h>
int owner = 4, copy;
void *watch(void *unused) { copy = owner; return 0; }
void *claim(void *unused) { __sync_val_compare_and_swap(&owner, 4, 6); return 0; }
int main(void) {
  pthread_t watcher, claimer;
  pthread_create(&watcher, 0, watch, 0);
  pthread_create(&claimer, 0, claim, 0);
}
