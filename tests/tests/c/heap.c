// expect: safe
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int value, other; pthread_mutex_t lock; } counter;
int a[3];
counter *make(void) {
  counter *made = malloc(sizeof(counter));
  if (made == NULL) abort();
  memset(made, 0, sizeof *made);
  pthread_mutex_init(&made->lock, NULL);
  return made;
}
void *up(void *p) {
  counter *it = (counter *) p;
  pthread_mutex_lock(&it->lock);
  it->value++;
  pthread_mutex_unlock(&it->lock);
  return NULL;
}
int main() {
  counter *c = make(), *d = make();
  int *more = calloc(2, sizeof *more);
  assert(c != d && sizeof(a) / sizeof(a[0]) == 3 && more[1] == 0);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, up, c);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(c->value == 2 && d->value == 0);
  free(c);
}
