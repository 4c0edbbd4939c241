// expect: unsafe --property race
#include <pthread.h>
#include <stdlib.h>
struct job { int left; };
void *run(void *own) { struct job *job = own; job->left--; return 0; }
int main(void) {
  struct job *job = malloc(sizeof(struct job));
  job->left = 1;
  pthread_t thread;
  pthread_create(&thread, 0, run, job);
  free(job);
}
