// expect: safe
#include <pthread.h>
struct job { int from, to; };
struct job jobs[3];
int *p, a[3];
void *run(void *argument) { struct job *job = argument; job->to = job->from + 1; return 0; }
int main() {
  pthread_t threads[3];
  int i;
  for (i = 0; i < 3; i++) {
    struct job *job = &jobs[i];
    job->from = i;
    int failed = pthread_create(&threads[i], 0, run, job);
    assert(failed == 0);
  }
  for (i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  assert(jobs[2].to == 3);
  i = __VERIFIER_nondet_bool();
  p = &a[i];
  p[1] = 4;
  assert(a[i + 1] == 4 && *(a + 1 + i) == 4 && *(1 + a) == a[1]);
}
