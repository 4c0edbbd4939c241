/* Values that each thread has for a key. */
#include <stdlib.h>
#include <boolprog/thread.h>

/* A key, with the number of times that it was deleted: values of before are none. */
static struct {
    int is_used;
    unsigned deletions;
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
    keys[key].deletions++;
    __boolprog_end();
    return 0;
}

/* The value of a key, which begins as a null pointer; none if the thread never had one. */
static struct __boolprog_value *find(pthread_key_t key)
{
    __boolprog_begin();
    check_key(key);
    unsigned deletions = keys[key].deletions;
    __boolprog_end();
    struct __boolprog_value *value = __boolprog_thread.values;
    while (value != NULL && value->key != key)
        value = value->next;
    if (value != NULL && value->deletions != deletions) {
        value->deletions = deletions;
        value->value = NULL;
    }
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
        __boolprog_begin();
        value->deletions = keys[key].deletions;
        __boolprog_end();
        value->key = key;
        value->next = __boolprog_thread.values;
        __boolprog_thread.values = value;
    }
    value->value = content;
    return 0;
}

/* The destructor of a value, if it is to be called in a round. */
static void (*destructor_of(const struct __boolprog_value *value, int round))(void *)
{
    if (value->value == NULL || value->rounds > round)
        return NULL;
    __boolprog_begin();
    int is_alive = keys[value->key].is_used && keys[value->key].deletions == value->deletions;
    void (*destructor)(void *) = is_alive ? keys[value->key].destructor : NULL;
    __boolprog_end();
    return destructor;
}

/* Any value whose destructor is to be called in a round: their order is open. */
static struct __boolprog_value *next_in(int round)
{
    struct __boolprog_value *next = NULL;
    for (struct __boolprog_value *value = __boolprog_thread.values; value != NULL; value = value->next)
        if (destructor_of(value, round) != NULL && (next == NULL || __boolprog_choose(0, 1)))
            next = value;
    return next;
}

/* Calls the destructors of a round. Returns whether there were any. */
static int destroy(int round)
{
    int has_called = 0;
    for (struct __boolprog_value *value; (value = next_in(round)) != NULL; has_called = 1) {
        void (*destructor)(void *) = destructor_of(value, round);
        void *content = (void *)value->value;
        value->rounds = round + 1;
        value->value = NULL;
        destructor(content);
    }
    return has_called;
}

/* "After at least {PTHREAD_DESTRUCTOR_ITERATIONS} iterations", it is open whether there are more (POSIX, pthread_key_create). */
void __boolprog_destroy_values(void)
{
    for (int round = 0; destroy(round) && (round + 1 < PTHREAD_DESTRUCTOR_ITERATIONS || __boolprog_choose(0, 1)); round++)
        ;
}
