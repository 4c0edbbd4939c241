// expect: safe
#include <pthread.h>
int a[4];
void *set(void *p) { *(int *) p = 7; return 0; }
int main() {
  pthread_t t;
  int i, last;
  for (i = 3; i >= 0; i -= 1) {
    if (i == 2) continue;
    pthread_create(&t, 0, set, &a[i]);
    pthread_join(t, 0);
    last = i;
    if (i == 1) break;
  }
  assert(i == 1 && last == 1 && a[3] == 7 && a[2] == 0 && a[1] == 7 && a[0] == 0);
}
