// expect: safe
#include <pthread.h>

int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};

void *sum(void *argument) {
  long row = (long)argument, sum = 0;
  for (int i = 0; i < 3; i++)
    sum += rows[row][i];
  return (void *)sum;
}

int main() {
  pthread_t threads[2];
  long total = 0;
  for (long i = 0; i < 2; i++)
    pthread_create(threads + i, 0, sum, (void *)i);
  for (int i = 0; i < 2; i++) {
    void *result;
    pthread_join(threads[i], &result);
    total += (long)result;
  }
  assert(total == 21 && "the sum of all rows");
}
