// expect: safe --property race
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
char name[8] = "a";
void *t(void *p) { printf("%s\n", name); write(1, name, 1); return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  printf("%.4s %d\n", name, name[0]);
  pthread_join(a, 0);
}
