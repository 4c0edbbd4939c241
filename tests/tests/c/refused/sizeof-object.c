// refused: 4: Not supported: `sizeof` of this.
#include <pthread.h>
pthread_mutex_t m;
int main() { return sizeof m; }
