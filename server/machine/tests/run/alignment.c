// output: 0 0 0 0
// Objects of all storage durations have the alignment that their declarations ask for.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static _Alignas(128) char of_program;
static _Thread_local _Alignas(64) char of_thread[3];

static void *start(void *unused) { return (void *)((uintptr_t)of_thread % 64); }

int main(void) {
  _Alignas(32) char of_block[5];
  pthread_t thread;
  void *rest;
  pthread_create(&thread, 0, start, 0);
  pthread_join(thread, &rest);
  printf("%d %d %d %d\n", (int)((uintptr_t)&of_program % 128), (int)((uintptr_t)of_thread % 64),
         (int)((uintptr_t)of_block % 32), (int)(uintptr_t)rest);
  return 0;
}
