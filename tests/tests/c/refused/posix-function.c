// refused: 3: Not supported: `pthread_cancel`: this function of POSIX threads.
#include <pthread.h>
int main() { pthread_cancel(0); }
