// expect: safe --property assert --property race
// Messages read their arguments only, and an error ends the program.
#include <assert.h>
#include <error.h>
#include <pthread.h>
#include <syslog.h>

char name[] = "name";
int nondet_int(void);

void *reporter(void *unused) {
  syslog(LOG_INFO, "started by %s", name);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, reporter, 0);
  syslog(LOG_INFO, "%s creates", name);
  pthread_join(thread, 0);
  int number = nondet_int();
  if (number < 0)
    error(1, 0, "%d is negative", number);
  assert(number >= 0 && name[0] == 'n');
}
