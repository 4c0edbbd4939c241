// A read-write lock is unlocked that nobody holds.
#include <pthread.h>

static pthread_rwlock_t shelf = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_rdlock(&shelf);
    pthread_rwlock_unlock(&shelf);
    pthread_rwlock_unlock(&shelf); // fault: misuse
}
