// expect: unsafe
#include <pthread.h>
pthread_spinlock_t lock;
int main() { pthread_spin_lock(&lock); pthread_spin_unlock(&lock); pthread_spin_unlock(&lock); }
