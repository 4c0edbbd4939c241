// A key is used after it was deleted.
#include <pthread.h>

int main(void)
{
    pthread_key_t key;
    pthread_key_create(&key, NULL);
    pthread_key_delete(key);
    pthread_setspecific(key, &key); // fault: misuse
}
