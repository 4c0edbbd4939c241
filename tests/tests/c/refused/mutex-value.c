// refused: 4: Not supported: the value of such an object.
#include <pthread.h>
pthread_mutex_t a, b;
int main() { a = b; }
