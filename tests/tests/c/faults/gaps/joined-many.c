// expect: safe --timeout 2
// known gap: unknown
#include <pthread.h>
#define N 100
int c;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *add(void *p) { pthread_mutex_lock(&m); int before = c; c = before + 1; assert(c == before + 1); pthread_mutex_unlock(&m); return 0; }
int main() {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
}
