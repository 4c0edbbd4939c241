// expect: safe
// What `malloc` gives is written before it is read: its first values are not as many states.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct job { struct job *next; void *argument; int number; } *head;
int done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *work(void *p) {
  pthread_mutex_lock(&m);
  while (!head) pthread_cond_wait(&c, &m);
  struct job *job = head;
  head = job->next;
  done += job->number;
  pthread_mutex_unlock(&m);
  free(job);
  return 0;
}
void put(void *argument, int number) {
  struct job *job = malloc(sizeof *job);
  if (!job) return;
  job->argument = argument;
  if (number > 1) job->number = number; else job->number = 1;
  pthread_mutex_lock(&m);
  job->next = head;
  head = job;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  put(0, 1);
  put(0, 2);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(done == 3);
}
