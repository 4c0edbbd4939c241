/* C11 7.13: jumps out of functions. They are declared only: the machine says that it does not know them when one is called. */
#ifndef _SETJMP_H
#define _SETJMP_H 1

#include <features.h>

#ifdef __LP64__
typedef struct { long __registers[25]; } jmp_buf[1];
#else
typedef struct { long __registers[39]; } jmp_buf[1];
#endif
typedef jmp_buf sigjmp_buf;

int setjmp(jmp_buf);
int _setjmp(jmp_buf);
int __sigsetjmp(sigjmp_buf, int);
#define setjmp(buffer) _setjmp(buffer)
#define sigsetjmp(buffer, mask) __sigsetjmp(buffer, mask)
_Noreturn void longjmp(jmp_buf, int);
_Noreturn void _longjmp(jmp_buf, int);
_Noreturn void siglongjmp(sigjmp_buf, int);

#endif
