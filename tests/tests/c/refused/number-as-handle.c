// refused: 3: Not supported: something else as a handle of a thread.
#include <pthread.h>
int main() { pthread_t thread = 7; }
