// expect: unsafe
#include <pthread.h>
#define N 3
int done[N];
void *finish(void *p) { int *mine = p; *mine = 1; return 0; }
int main() {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, finish, &done[i]);
  for (int i = 0; i < N - 1; i++) pthread_join(t[i], 0);
  assert(done[0] && done[1]);
  assert(done[2]);
}
