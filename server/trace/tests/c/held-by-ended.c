// seeds 0..50
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance = 1;

static void *withdraw(void *argument) {
  pthread_mutex_lock(&lock);
  if (balance == 0)
    return NULL;
  balance--;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, withdraw, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_create(&c, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
}
