// expect: unknown --timeout 2
// A pointer that comes through a pipe may point to what the program does not know.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int ends[2], value;

void *sender(void *unused) {
  int *sent = &value;
  write(ends[1], &sent, sizeof sent);
  return 0;
}

int main() {
  pthread_t thread;
  int *received;
  if (pipe(ends) != 0) return 1;
  pthread_create(&thread, 0, sender, 0);
  if (read(ends[0], &received, sizeof received) == sizeof received)
    assert(*received == 0);
  pthread_join(thread, 0);
}
