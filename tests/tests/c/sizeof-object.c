// expect: safe
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
int main() { assert(sizeof m == 40); }
