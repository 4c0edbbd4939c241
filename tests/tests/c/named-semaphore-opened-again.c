// expect: safe
// All who open a semaphore by its name have the same one, which outlives the name.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>

int main() {
  int value;
  assert(sem_open("/lock", 0) == SEM_FAILED && errno == ENOENT);
  sem_t *lock = sem_open("/lock", O_CREAT | O_EXCL, 0600, 1);
  assert(sem_open("/lock", O_CREAT | O_EXCL, 0600, 5) == SEM_FAILED && errno == EEXIST);
  assert(sem_open("/lock", O_CREAT, 0600, 5) == lock);
  assert(sem_close(lock) == 0);
  assert(sem_unlink("/lock") == 0);
  assert(sem_unlink("/lock") == -1 && errno == ENOENT);
  assert(sem_getvalue(lock, &value) == 0 && value == 1);
  assert(sem_close(lock) == 0);
}
