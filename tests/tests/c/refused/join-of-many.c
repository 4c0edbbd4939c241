// refused: 4: Not supported: `pthread_join` where threads are created in loops.
#include <pthread.h>
void *t(void *a) { return 0; }
int main() { pthread_t id; while (1) { pthread_create(&id, 0, t, 0); pthread_join(id, 0); } }
