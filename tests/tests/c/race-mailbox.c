// expect: unsafe --property race
#include <pthread.h>
#include <stdlib.h>
// An object of the heap is found by another thread as soon as its address is stored.
struct parcel { int weight; } *_Atomic mailbox;
void *sender(void *unused) {
  struct parcel *own = malloc(sizeof *own);
  own->weight = 1;
  mailbox = own;
  own->weight = 2;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  struct parcel *got;
  while (!(got = mailbox)) ;
  int weight = got->weight;
  pthread_join(thread, 0);
  return weight;
}
