// expect: safe
// Any number of workers and clients: a client takes a free cell for its job and puts it into the list of jobs; a worker takes the first,
// and gives the cell back.
#include <assert.h>
#include <pthread.h>
struct job {
  int waits;
  struct job *next;
} cells[2];
struct job *unused = &cells[0], *jobs;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *client(void *arg) {
  pthread_mutex_lock(&m);
  struct job *mine = unused;
  if (mine)
    unused = mine->next;
  pthread_mutex_unlock(&m);
  if (!mine)
    return 0;
  assert(!mine->waits);
  mine->waits = 1;
  pthread_mutex_lock(&m);
  mine->next = jobs;
  jobs = mine;
  pthread_mutex_unlock(&m);
  return 0;
}
void *worker(void *arg) {
  pthread_mutex_lock(&m);
  struct job *mine = jobs;
  if (mine)
    jobs = mine->next;
  pthread_mutex_unlock(&m);
  if (!mine)
    return 0;
  assert(mine->waits);
  mine->waits = 0;
  pthread_mutex_lock(&m);
  mine->next = unused;
  unused = mine;
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t id;
  cells[0].next = &cells[1];
  while (1) {
    pthread_create(&id, 0, client, 0);
    pthread_create(&id, 0, worker, 0);
  }
}
