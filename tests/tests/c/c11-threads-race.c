// expect: unsafe --property race
#include <threads.h>

int sum;

int worker(void *argument) { return sum++; }

int main() {
  thrd_t thread;
  while (1) thrd_create(&thread, worker, NULL);
}
