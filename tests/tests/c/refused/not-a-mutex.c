// refused: 4: Not supported: an object of this type here.
#include <pthread.h>
pthread_cond_t c;
int main() { pthread_mutex_lock(&c); }
