// expect: unsafe --property race
#include <pthread.h>
#include <unistd.h>
char b[3];
void *t(void *p) { write(1, b, 3); return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  b[0] = 'x';
  pthread_join(a, 0);
}
