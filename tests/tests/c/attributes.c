// expect: safe
#include <pthread.h>
pthread_mutex_t mutex;
int count;
void *f(void *unused) { pthread_mutex_lock(&mutex); count++; pthread_mutex_unlock(&mutex); return 0; }
int main() {
  pthread_t t;
  pthread_attr_t attributes;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&mutex, &kind);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
  pthread_create(&t, &attributes, f, 0);
  pthread_join(t, 0);
  assert(count == 1 && pthread_equal(t, t));
}
