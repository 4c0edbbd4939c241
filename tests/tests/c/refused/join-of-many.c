// refused: 7: Not supported: `pthread_join` where threads are created in loops of more than 16 or unknown rounds.
#include <pthread.h>
void *f(void *p) { return 0; }
int main() {
  pthread_t t[20];
  for (int i = 0; i < 20; i++) pthread_create(&t[i], 0, f, 0);
  for (int i = 0; i < 20; i++) pthread_join(t[i], 0);
}
