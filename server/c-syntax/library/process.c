/* The end of the process, and what a program asks of its surroundings (C11 7.22.4). */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include <boolprog/machine.h>

struct handler {
    void (*function)(void);
    struct handler *next;
};

static struct handler *handlers, *quick_handlers;

void __boolprog_leave(void);

static int add(struct handler **list, void (*function)(void))
{
    struct handler *handler = __boolprog_keep(sizeof *handler);
    handler->function = function;
    __boolprog_begin();
    handler->next = *list;
    *list = handler;
    __boolprog_end();
    return 0;
}

/* Calls the handlers, the last one first; they may add others. */
static void call(struct handler **list)
{
    for (;;) {
        __boolprog_begin();
        struct handler *handler = *list;
        if (handler != NULL)
            *list = handler->next;
        __boolprog_end();
        if (handler == NULL)
            return;
        handler->function();
    }
}

int atexit(void (*function)(void))
{
    return add(&handlers, function);
}

int at_quick_exit(void (*function)(void))
{
    return add(&quick_handlers, function);
}

/* Functions that are called at the end of the process: also after a return from main. */
void __boolprog_leave(void)
{
    call(&handlers);
    void (*destructor)(void);
    for (unsigned long number = 0; (destructor = __boolprog_destructor(number)) != NULL; number++)
        destructor();
}

_Noreturn void exit(int status)
{
    __boolprog_leave();
    __boolprog_exit(status & 255);
}

_Noreturn void quick_exit(int status)
{
    call(&quick_handlers);
    __boolprog_exit(status & 255);
}

_Noreturn void _Exit(int status)
{
    __boolprog_exit(status & 255);
}

_Noreturn void _exit(int status)
{
    __boolprog_exit(status & 255);
}

/* A run that a program ends itself is none that it wants to be checked further, and breaks no rule. */
_Noreturn void abort(void)
{
    __boolprog_check("abort", 0, "The function abort is called.");
    __boolprog_exit(134);
}

_Noreturn void __builtin_trap(void)
{
    __boolprog_check("assertion", 0, "A trap is executed.");
    __boolprog_exit(134);
}

_Noreturn void __builtin_unreachable(void)
{
    __boolprog_check("unreachable", 0, "What the program declares as unreachable is reached.");
    __boolprog_exit(134);
}

char *getenv(const char *name)
{
    __boolprog_assumption("the environment has no variables");
    return NULL;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

int setenv(const char *name, const char *value, int overwrites)
{
    __boolprog_unsupported("The environment is empty, and cannot be changed.");
}

int clearenv(void)
{
    return 0;
}

int unsetenv(const char *name)
{
    return 0;
}

int putenv(char *assignment)
{
    __boolprog_unsupported("The environment is empty, and cannot be changed.");
}

int system(const char *command)
{
    if (command == NULL)
        return 0;
    __boolprog_unsupported("Other programs are not started: there is no shell.");
}
