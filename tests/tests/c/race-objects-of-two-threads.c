// expect: safe --property race --engine random
// Each thread writes to an object of its own before others know it: two objects that are made at the same time are two.
#include <pthread.h>
#include <stdlib.h>
struct node { int value; struct node *next; } *list;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void add(int value) {
  struct node *made = malloc(sizeof *made);
  if (!made) abort();
  made->value = value;
  pthread_mutex_lock(&lock);
  made->next = list;
  list = made;
  if (list->next) list->next->value++;
  pthread_mutex_unlock(&lock);
}
void *worker(void *unused) {
  add(1);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  add(2);
  pthread_join(thread, 0);
  return 0;
}
