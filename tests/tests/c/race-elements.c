// expect: safe --property race
// Each thread has an element of its own.
#include <pthread.h>
int elements[3];
void fill(int index) { elements[index] = index; }
void *first(void *unused) { fill(0); return 0; }
void *second(void *unused) { fill(2); return 0; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, first, 0);
  pthread_create(&thread, 0, second, 0);
  fill(1);
}
