// fault: memory 5
#include <pthread.h>
void *other(void *argument) {
  while (1)
    *(int *)argument = 1;
}
pthread_t thread;
void start(void) {
  int local = 0;
  pthread_create(&thread, 0, other, &local);
}
int main(void) {
  start();
  pthread_join(thread, 0);
}
