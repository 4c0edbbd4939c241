// expect: safe --property race
#include <pthread.h>
struct pair { int left, right; } pair;
void *worker(void *unused) { pair.left = 1; return 0; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pair.right = 2;
}
