// expect: safe --property race
#include <pthread.h>
struct { int a : 8; char b; } s;
void *t(void *arg) { s.a = 1; return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); s.b = 2; pthread_join(id, 0); return s.b != 2; }
