// expect: unsafe --property race
// The object is changed after it was handed over.
#include <pthread.h>
#include <stdlib.h>
struct letter { int pages; };
struct letter *_Atomic box;
void *sender(void *unused) {
  struct letter *letter = malloc(sizeof *letter);
  box = letter;
  letter->pages = 2;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  struct letter *got = box;
  if (got) return got->pages;
  return 0;
}
