/* Values that each thread has for a key. */
#include <stdlib.h>
#include <boolprog/thread.h>

static struct {
    int is_used;
    void (*destructor)(void *);
} keys[PTHREAD_KEYS_MAX];

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    unsigned free = 0;
    __boolprog_begin();
    while (free < PTHREAD_KEYS_MAX && keys[free].is_used)
        free++;
    if (free < PTHREAD_KEYS_MAX) {
        keys[free].is_used = 1;
        keys[free].destructor = destructor;
    }
    __boolprog_end();
    if (free == PTHREAD_KEYS_MAX)
        return EAGAIN;
    *key = free;
    return 0;
}

static void check_key(pthread_key_t key)
{
    require(key < PTHREAD_KEYS_MAX && keys[key].is_used, "The key was not created, or was deleted (POSIX: undefined).");
}

int pthread_key_delete(pthread_key_t key)
{
    __boolprog_begin();
    check_key(key);
    keys[key].is_used = 0;
    __boolprog_end();
    return 0;
}

static struct __boolprog_value *find(pthread_key_t key)
{
    __boolprog_begin();
    check_key(key);
    __boolprog_end();
    struct __boolprog_value *value = __boolprog_thread.values;
    while (value != NULL && value->key != key)
        value = value->next;
    return value;
}

void *pthread_getspecific(pthread_key_t key)
{
    struct __boolprog_value *value = find(key);
    return value == NULL ? NULL : (void *)value->value;
}

int pthread_setspecific(pthread_key_t key, const void *content)
{
    struct __boolprog_value *value = find(key);
    if (value == NULL) {
        value = __boolprog_keep(sizeof *value);
        if (value == NULL)
            return ENOMEM;
        value->key = key;
        value->next = __boolprog_thread.values;
        __boolprog_thread.values = value;
    }
    value->value = content;
    return 0;
}

/* Calls the destructor of one value, if there is one that has to be called. */
static int destroy_one(void)
{
    for (struct __boolprog_value *value = __boolprog_thread.values; value != NULL; value = value->next) {
        __boolprog_begin();
        void (*destructor)(void *) = keys[value->key].is_used ? keys[value->key].destructor : NULL;
        __boolprog_end();
        void *content = (void *)value->value;
        value->value = NULL;
        if (content != NULL && destructor != NULL) {
            destructor(content);
            return 1;
        }
    }
    return 0;
}

void __boolprog_destroy_values(void)
{
    for (int calls = 0; calls < PTHREAD_DESTRUCTOR_ITERATIONS * PTHREAD_KEYS_MAX; calls++)
        if (!destroy_one())
            return;
}
