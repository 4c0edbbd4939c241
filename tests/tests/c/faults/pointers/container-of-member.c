// expect: safe
#include <assert.h>
#include <stddef.h>
struct hook { struct hook *previous; };
struct event { int time; struct hook hook; };
int main(void) {
  struct event bell = { 12, { 0 } };
  struct hook *hook = &bell.hook;
  struct event *event = (struct event *)((char *)hook - offsetof(struct event, hook));
  assert(event->time == 12);
}
