// refused: 4: Not supported: a mutex that is not `PTHREAD_MUTEX_NORMAL`.
#include <pthread.h>
pthread_mutexattr_t kind;
int main() { pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE); }
