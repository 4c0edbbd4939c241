// expect: safe
#include <stdatomic.h>
#include <pthread.h>
struct node { struct node *next; } first, second, *_Atomic top;
void push(struct node *node) {
  node->next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &node->next, node));
}
void *worker(void *unused) { push(&first); return 0; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  push(&second);
  pthread_join(thread, 0);
  assert(top == &first ? first.next == &second && !second.next : second.next == &first && !first.next);
}
