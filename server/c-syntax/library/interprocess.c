/* Objects that processes share, and threads of one process as well (POSIX). They give what a program has put into them, and make threads
   wait: neither is known here, so that nothing that depends on it is a violation. */
#include <limits.h>
#include <mqueue.h>
#include <unistd.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <boolprog/descriptor.h>

/* A call that may stop a thread until another one lets it go on. */
static int pass(void)
{
    __boolprog_doubt("no thread waits for a semaphore of System V, or for a lock of a file");
    return __boolprog_succeeds();
}

static int any(void)
{
    int number = (int)__boolprog_choose(-1, INT_MAX);
    return number < 0 ? __boolprog_fails() : number;
}

int semget(key_t key, int count, int flags)
{
    return any();
}

int semop(int set, struct sembuf *operations, size_t count)
{
    return pass();
}

int semtimedop(int set, struct sembuf *operations, size_t count, const struct timespec *duration)
{
    return pass();
}

int semctl(int set, int number, int command, ...)
{
    if (command == GETALL || command == IPC_STAT)
        __boolprog_unsupported("What is in a semaphore of System V is not known: GETALL and IPC_STAT.");
    return any();
}

int flock(int descriptor, int operation)
{
    return operation & LOCK_UN ? __boolprog_succeeds() : pass();
}

int lockf(int descriptor, int operation, off_t size)
{
    return operation == F_ULOCK ? __boolprog_succeeds() : pass();
}

/* Queues of messages. */

int msgget(key_t key, int flags)
{
    int queue = __boolprog_open_own();
    return queue < 0 ? queue : queue - STDERR_FILENO - 1;
}

int msgsnd(int queue, const void *message, size_t size, int flags)
{
    return __boolprog_send(message, sizeof(long) + size) < 0 ? -1 : 0;
}

ssize_t msgrcv(int queue, void *message, size_t size, long type, int flags)
{
    ssize_t count = __boolprog_receive((long *)message + 1, size);
    if (count >= 0)
        __boolprog_supply(message, sizeof(long), sizeof(long));
    return count;
}

mqd_t mq_open(const char *name, int flags, ...)
{
    return __boolprog_open_own();
}

int mq_send(mqd_t queue, const char *message, size_t size, unsigned priority)
{
    return __boolprog_send(message, size) < 0 ? -1 : 0;
}

int mq_timedsend(mqd_t queue, const char *message, size_t size, unsigned priority, const struct timespec *until)
{
    return mq_send(queue, message, size, priority);
}

ssize_t mq_receive(mqd_t queue, char *message, size_t size, unsigned *priority)
{
    ssize_t count = __boolprog_receive(message, size);
    if (count >= 0 && priority != NULL)
        *priority = (unsigned)__boolprog_choose(0, INT_MAX);
    return count;
}

ssize_t mq_timedreceive(mqd_t queue, char *restrict message, size_t size, unsigned *restrict priority,
                        const struct timespec *restrict until)
{
    return mq_receive(queue, message, size, priority);
}
