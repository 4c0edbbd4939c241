/* The interface of the machine for the library that is written in C. All functions of the library are hidden: a person sees their
   calls, not their insides. */
#ifndef _BOOLPROG_MACHINE_H
#define _BOOLPROG_MACHINE_H 1

typedef __SIZE_TYPE__ size_t;

/* The text between these two is one step: no other thread comes between. Its accesses order threads as those of atomic
   objects do. Sections may be nested. */
void __boolprog_begin(void);
void __boolprog_end(void);

/* Stands directly after the beginning of a section: the thread does not enter the section before the condition holds. The
   condition has no side effects, and calls no functions that are written in C. */
void __boolprog_await(int condition);

/* Before a section that waits: what for, for people, such as "mutex". */
void __boolprog_observe_wait(const char *what, const void *object);

/* A new thread that executes `run(start, argument)`; its number, which is 2 or more, or 0 if there is no memory for it. */
unsigned long __boolprog_create(void *(*run)(void *(*start)(void *), void *argument), void *(*start)(void *),
                                void *argument);

/* The number of this thread; that of the first one is 1. */
unsigned long __boolprog_self(void);

/* True if a thread has ended; -1 if there is no such thread. */
int __boolprog_ended(unsigned long thread);

/* The result of an ended thread. Its past is ordered before this. */
void *__boolprog_result(unsigned long thread);

/* True if this thread, which is about to end, is the last one. A translation counts them. */
int __boolprog_is_last(void);

/* Ends this thread, and nothing else. The process ends with its last thread. */
_Noreturn void __boolprog_finish(void *result);

/* Ends the process, and does nothing else. */
_Noreturn void __boolprog_exit(int status);

/* A function with the attribute `destructor`, by its number from 0 on; null after the last one. */
void (*__boolprog_destructor(unsigned long number))(void);

/* Ends the run quietly: an assumption does not hold. */
_Noreturn void __boolprog_stop(void);

/* A word that this thread keeps for an object, at first 0; it is forgotten when the life of the object ends. Locks keep in it how
   often the thread has them: messages say that a thread holds what it has a word for. */
long __boolprog_own(const void *object);
void __boolprog_set_own(const void *object, long value);

/* Marks of a thread, at first 0, which any thread may ask for and set. The past of a thread before it set one is ordered before what
   those do that ask for one afterwards, as long as the marked thread lives. */
int __boolprog_mark(unsigned long thread, int which);
void __boolprog_set_mark(unsigned long thread, int which, int value);

/* Sleep of this thread at an object, until another thread wakes it there or it rouses itself. It does not stop the thread, which
   has to wait until it sleeps no longer. The end of the life of the object wakes no thread. */
void __boolprog_sleep(const void *object);
void __boolprog_rouse(const void *object);

/* True if this thread sleeps at an object; for conditions of waiting. */
int __boolprog_sleeps(const void *object);

/* Number of threads that sleep at an object. */
int __boolprog_sleepers(const void *object);

/* Wakes all threads that sleep at an object, or any one of them, which is a choice of the library. The past of this thread is ordered
   before what they do from then on. */
void __boolprog_wake(const void *object, int all);

/* An object of the heap, or a null pointer if there is no memory; the end of its life; its size. The content is 0 if nothing was
   written, 1 for zeroes, and 2 for zeroes in what the library keeps for itself, which the program need not free. */
void *__boolprog_allocate(size_t size, size_t align, int content);
#define __boolprog_keep(size) __boolprog_allocate(size, 16, 2)
void __boolprog_release(void *object);
size_t __boolprog_size(const void *object);

/* As `memmove`; bytes that were never written stay so. */
void __boolprog_copy(void *to, const void *from, size_t size);

/* As `memset`. */
void __boolprog_fill(void *to, int byte, size_t size);

/* A number of bytes comes from outside of the program: any bytes, at most the number that was asked for. */
void __boolprog_supply(void *to, size_t count, size_t most);

/* True if all these bytes have been written. They need not belong to a living object. */
int __boolprog_written(const volatile void *from, size_t size);

/* From now on, a signal may call this function at any time. */
void __boolprog_interrupts(void (*handler)(int));

/* A fault of the kind, such as "misuse", if the condition does not hold. The text says what is wrong. */
void __boolprog_check(const char *kind, int condition, const char *text);
#define require(condition, text) __boolprog_check("misuse", condition, text)

/* The end of a run that asks for something that the machine does not know. */
#define __boolprog_unsupported(text) (__boolprog_check("unsupported", 0, text), __boolprog_stop())

/* From here on, a run may be none of the program, as the text says. The machine ends; of a translation, what is proved holds all the
   same, and a violation is none. */
void __boolprog_doubt(const char *text);

/* Something that a translation takes for granted, and lists with its verdicts. */
#define __boolprog_assumption(text) __boolprog_check("assumption", 1, text)

/* Any number from the first one to the last one: a choice of the library. */
long long __boolprog_choose(long long first, long long last);

/* True if a write to an object comes late, after what a thread does that begins before it: a choice of the library. */
int __boolprog_is_late(const void *object);

/* Any number of an integer type of this size in bytes: an input of the program. */
long long __boolprog_input(int size, int is_signed);

/* True if a wake-up without a reason happens here: 0, unless the option says so. */
int __boolprog_spurious(void);

/* Nanoseconds since the beginning of the run, by a clock that the machine turns on: a little with each step, and to the next
   time that some thread waits for if all threads wait. */
unsigned long long __boolprog_now(void);

/* True if the clock shows this time or a later one; for conditions of waiting. */
int __boolprog_passed(unsigned long long time);

/* Bytes are written to standard output (1), to the standard error stream (2), or to what no one sees. */
void __boolprog_output(int descriptor, const void *bytes, size_t size);

/* The next byte of standard input, which is taken; -1 at its end. If it is open, and all of it was taken, this is chosen. */
int __boolprog_take(void);

/* True if standard input has ended: all of it was taken, and it is not open. */
int __boolprog_has_ended(void);

/* The argument of the program with this number: a new text, of which the beginning is known. */
char *__boolprog_argument(int number);

/* The arguments of the program, as `main` gets them: their number, and the first ones, which are known. */
char **__boolprog_vector(int count, ...);

/* True if a text is known to be an argument of the program whose number is known as a whole, and this number. Only a translation
   has such arguments. */
int __boolprog_is_argument(const char *text);
long long __boolprog_argument_number(const char *text);

/* True if a text is known to be an argument of the program, and another one is a short literal, with the result of strcmp for both.
   Only a translation has such arguments. */
int __boolprog_is_compared(const char *argument, const char *literal);
int __boolprog_compared(const char *argument, const char *literal);

/* The text that a format of printf makes of the arguments, as a new object of the heap that ends with a zero byte, which the
   length does not count. The length is negative if the text has no multibyte form. */
char *__boolprog_format(const char *format, __builtin_va_list arguments, int *length);

/* Reads a text by a format of scanf. The result is that of scanf; `used` gets the number of its bytes that were taken. After a
   text that comes before standard input, that is taken as far as the format reads it; what is open there is chosen. */
int __boolprog_scan(const char *text, size_t length, const char *format, __builtin_va_list arguments, size_t *used,
                    int is_input);

/* The floating number at the beginning of a text, as strtod or strtof read it. */
double __boolprog_number(const char *text, char **end, int is_float, int *is_out_of_range);

#endif
