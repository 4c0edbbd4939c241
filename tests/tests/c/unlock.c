// expect: unsafe
#include <pthread.h>
pthread_mutex_t m;
int main() { pthread_mutex_unlock(&m); }
