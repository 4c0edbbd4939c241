// expect: safe --int math
// A writer and any number of readers, which read again if the number has changed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_uint sequence;
atomic_int first, second;
void *writer(void *unused) {
  while (1) {
    sequence++;
    int next = first + 1;
    first = next;
    second = next;
    sequence++;
  }
}
void *reader(void *unused) {
  while (1) {
    unsigned before = sequence;
    if (before % 2)
      continue;
    int one = first, other = second;
    if (sequence == before)
      assert(one == other);
  }
}
int main() {
  pthread_t id;
  pthread_create(&id, 0, writer, 0);
  while (1)
    pthread_create(&id, 0, reader, 0);
}
