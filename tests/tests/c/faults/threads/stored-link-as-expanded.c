// expect: safe
// An atomic store into the first member of a structure, as a preprocessor expands it.
#include <assert.h>
#include <pthread.h>
typedef struct waiter { _Atomic(struct waiter *) follower; int ready; } waiter;
waiter places[2];
_Atomic(waiter *) last;
void *queue(void *own) {
  waiter *me = own, *ahead = __sync_lock_test_and_set(&last, me);
  if (ahead)
    __extension__({
      __auto_type to = &ahead->follower;
      __typeof__(*to) what = me;
      __atomic_store(to, &what, 5);
    });
  assert(!ahead || ahead->follower == me);
  return 0;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, queue, &places[0]);
  pthread_create(&two, 0, queue, &places[1]);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
