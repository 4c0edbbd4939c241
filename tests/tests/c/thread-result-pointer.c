// expect: safe
#include <pthread.h>
int x, y;
void *first(void *unused) { x = 1; return &x; }
void *second(void *unused) { return 0; }
int main() {
  pthread_t a, b;
  int *p;
  void *q;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, (void **)&p);
  pthread_join(b, &q);
  assert(*p == 1 && p == &x && q == 0);
}
