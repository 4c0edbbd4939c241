// expect: unsafe --timeout 20
#include <pthread.h>
#define N 100
int c;
void *add(void *p) { int before = c; c = before + 1; assert(c == before + 1); return 0; }
int main() {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
}
