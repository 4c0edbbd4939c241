/* Cleanup handlers, which are called when a thread exits or is cancelled. */
#include <boolprog/thread.h>

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *buffer, void (*routine)(void *), void *argument)
{
    buffer->__routine = routine;
    buffer->__arg = argument;
    buffer->__prev = __boolprog_thread.cleanup;
    __boolprog_thread.cleanup = buffer;
}

void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *buffer, int execute)
{
    __boolprog_thread.cleanup = buffer->__prev;
    if (execute)
        buffer->__routine(buffer->__arg);
}

/* The macros of the GNU library keep a place to which a thread jumps when it exits or is cancelled. */

int __sigsetjmp_cancel(void *buffer, int mask)
{
    return 0;
}

void __pthread_register_cancel(void *buffer)
{
    __boolprog_thread.jumps++;
}

void __pthread_unregister_cancel(void *buffer)
{
    __boolprog_thread.jumps--;
}

_Noreturn void __pthread_unwind_next(void *buffer)
{
    __boolprog_unsupported("Jumps to cleanup handlers are not known: include <pthread.h> of the machine.");
}
