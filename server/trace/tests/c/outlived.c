// seeds 0..200
#include <pthread.h>

struct job {
  int id, done;
};

static void *work(void *argument) {
  struct job *job = argument;
  job->done = job->id;
  return NULL;
}

static void start(int id) {
  struct job job = { id, 0 };
  pthread_t thread;
  pthread_create(&thread, NULL, work, &job);
  pthread_detach(thread);
}

int main(void) {
  start(1);
  start(2);
  pthread_exit(NULL);
}
