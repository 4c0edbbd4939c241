// expect: safe
#include <pthread.h>
pthread_barrier_t b;
int round_of_f, round_of_g;
void *f(void *arg) {
  for (int i = 0; i < 3; i++) {
    round_of_f++;
    pthread_barrier_wait(&b);
    assert(round_of_g == round_of_f);
    pthread_barrier_wait(&b);
  }
  return 0;
}
void *g(void *arg) {
  for (int i = 0; i < 3; i++) {
    round_of_g++;
    pthread_barrier_wait(&b);
    pthread_barrier_wait(&b);
  }
  return 0;
}
int main() {
  pthread_t one, two;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&one, 0, f, 0);
  pthread_create(&two, 0, g, 0);
}
