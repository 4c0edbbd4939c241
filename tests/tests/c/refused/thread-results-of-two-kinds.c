// refused: 15: Not supported: a thread whose result is a number or a pointer.
#include <pthread.h>

int x;

void *number(void *unused) { return (void *)5; }
void *pointer(void *unused) { return &x; }

int main() {
  pthread_t one, two, joined;
  void *result;
  pthread_create(&one, 0, number, 0);
  pthread_create(&two, 0, pointer, 0);
  joined = __VERIFIER_nondet_bool() ? one : two;
  pthread_join(joined, &result);
}
