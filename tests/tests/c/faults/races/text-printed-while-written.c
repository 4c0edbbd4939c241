// expect: unsafe --property race
#include <pthread.h>
#include <stdio.h>
char name[8] = "a";
void *t(void *p) { printf("%s\n", name); return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  name[0] = 'b';
  pthread_join(a, 0);
}
