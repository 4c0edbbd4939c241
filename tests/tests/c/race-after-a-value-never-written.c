// expect: unsafe --property race
#include <pthread.h>
int x;
void *reader(void *p) { return x ? p : 0; }
void *writer(void *p) { int y; if (y == 71) x = y; return 0; }
int main() {
  pthread_t r, w;
  pthread_create(&r, 0, reader, 0);
  pthread_create(&w, 0, writer, 0);
}
