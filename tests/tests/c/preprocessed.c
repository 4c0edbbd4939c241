// expect: safe
// What `gcc -E` makes of headers of the system and their macros.
# 1 "/usr/include/stdlib.h" 1 3 4
typedef int register_t __attribute__ ((__mode__ (__word__)));
extern _Float128 strtof128 (const char *__restrict __nptr, char **__restrict __endptr) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
struct __pthread_mutex_s { int __lock; unsigned int __count; };
typedef union { struct __pthread_mutex_s __data; char __size[40]; long int __align; } pthread_mutex_t;
typedef unsigned long int pthread_t;
typedef signed long int __int64_t;
typedef __int64_t int64_t;
typedef union { char __size[56]; long int __align; } pthread_attr_t;
typedef int pthread_once_t;
typedef _Atomic int atomic_int;
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr, void *(*__start_routine) (void *), void *__restrict __arg) __attribute__ ((__nothrow__));
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
static __inline unsigned short __bswap_16 (unsigned short __bsx) { return __builtin_bswap16 (__bsx); }
# 4 "counter.c" 2
pthread_mutex_t m = { { 0, 0 } };
pthread_once_t once = 0;
atomic_int done;
int count;
void start(void) { count = 1; }
void *add(void *unused) {
  pthread_once(&once, start);
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  __extension__ ({ __auto_type __atomic_store_ptr = (&done); __typeof__ ((void)0, *__atomic_store_ptr) __atomic_store_tmp = (1); __atomic_store (__atomic_store_ptr, &__atomic_store_tmp, (5)); });
  return ((void *)0);
}
int main(void) {
  pthread_t t;
  int64_t large = 4294967296;
  ((void) sizeof ((large > 0) ? 1 : 0), __extension__ ({ if (large > 0) ; else __assert_fail ("large > 0", "counter.c", 14, __extension__ __PRETTY_FUNCTION__); }));
  pthread_create(&t, ((void *)0), add, ((void *)0));
  add(((void *)0));
  pthread_join(t, ((void *)0));
  ((void) sizeof ((count == 3) ? 1 : 0), __extension__ ({ if (count == 3) ; else __assert_fail ("count == 3", "counter.c", 18, __extension__ __PRETTY_FUNCTION__); }));
  int seen = __extension__ ({ __auto_type __atomic_load_ptr = (&done); __typeof__ ((void)0, *__atomic_load_ptr) __atomic_load_tmp; __atomic_load (__atomic_load_ptr, &__atomic_load_tmp, (5)); __atomic_load_tmp; });
  ((void) sizeof ((seen == 1) ? 1 : 0), __extension__ ({ if (seen == 1) ; else __assert_fail ("seen == 1", "counter.c", 20, __extension__ __PRETTY_FUNCTION__); }));
}
