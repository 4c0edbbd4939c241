// expect: unsafe
#include <fcntl.h>
#include <semaphore.h>

int main() {
  sem_t *semaphore = sem_open("/one", O_CREAT, 0600, 0);
  sem_close(semaphore);
  sem_close(semaphore);
}
