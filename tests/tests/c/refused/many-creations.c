// refused: 11: Not supported: more than 200 places that create threads.
#include <pthread.h>
void *f(void *unused) { return 0; }
#define ONE pthread_create(&t, 0, f, 0);
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
int main() {
  pthread_t t;
  HUNDRED
  HUNDRED
  TEN
}
