// expect: unsafe --property race
#include <pthread.h>
struct node { struct node *next; int value; };
struct node *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *arg) {
  struct node own = { 0, 1 };
  pthread_mutex_lock(&m); own.next = head; head = &own; pthread_mutex_unlock(&m);
  own.value = 2;
  for (;;) ;
}
int main(void) {
  pthread_t a; pthread_create(&a, 0, t, 0); pthread_create(&a, 0, t, 0);
  pthread_mutex_lock(&m); int n = 0; for (struct node *p = head; p; p = p->next) n += p->value; pthread_mutex_unlock(&m);
  return n;
}
