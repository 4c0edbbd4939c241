// expect: safe
#include <pthread.h>
void *see(void *p) { int *x = p; assert(*x < 3); return 0; }
int main() {
  pthread_t t[3];
  int ids[3];
  for (int i = 0; i < 3; i++) { ids[i] = i; pthread_create(&t[i], 0, see, &ids[i]); }
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
