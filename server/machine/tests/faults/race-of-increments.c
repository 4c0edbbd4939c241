// fault: race 6
// kinds: race
#include <pthread.h>
int count;
void *other(void *unused) {
  count++;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, other, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
