/* Names that GNU C has without a header. This is read before every text. A function with arguments of any type is a macro, if it is
   not one of the words that the parser knows. */

/* Hints, and what a compiler knows. */
#define __builtin_expect(value, expected) ((long)(value))
#define __builtin_expect_with_probability(value, expected, probability) ((long)(value))
#define __builtin_prefetch(address, ...) ((void)(address))
#define __builtin_ia32_pause() ((void)0)
#define __builtin_assume_aligned(pointer, ...) ((void *)(pointer))
#define __builtin_object_size(pointer, kind) ((__SIZE_TYPE__)((kind) & 2 ? 0 : -1))
#define __builtin_dynamic_object_size(pointer, kind) __builtin_object_size(pointer, kind)
#define __builtin_LINE() __LINE__
#define __builtin_FILE() __FILE__
#define __builtin_FUNCTION() __func__
_Noreturn void __builtin_unreachable(void);
_Noreturn void __builtin_trap(void);
void *__builtin_alloca(__SIZE_TYPE__ size);

/* Functions of the library by their other names. They are declared where they are called, so that a program may have its own. */
#define __builtin_memcpy(...) \
    __extension__({ extern void *memcpy(void *, const void *, __SIZE_TYPE__); memcpy(__VA_ARGS__); })
#define __builtin_memmove(...) \
    __extension__({ extern void *memmove(void *, const void *, __SIZE_TYPE__); memmove(__VA_ARGS__); })
#define __builtin_memset(...) \
    __extension__({ extern void *memset(void *, int, __SIZE_TYPE__); memset(__VA_ARGS__); })
#define __builtin_memcmp(...) \
    __extension__({ extern int memcmp(const void *, const void *, __SIZE_TYPE__); memcmp(__VA_ARGS__); })
#define __builtin_memchr(...) \
    __extension__({ extern void *memchr(const void *, int, __SIZE_TYPE__); memchr(__VA_ARGS__); })
#define __builtin_strlen(...) \
    __extension__({ extern __SIZE_TYPE__ strlen(const char *); strlen(__VA_ARGS__); })
#define __builtin_strcpy(...) \
    __extension__({ extern char *strcpy(char *, const char *); strcpy(__VA_ARGS__); })
#define __builtin_strncpy(...) \
    __extension__({ extern char *strncpy(char *, const char *, __SIZE_TYPE__); strncpy(__VA_ARGS__); })
#define __builtin_strcat(...) \
    __extension__({ extern char *strcat(char *, const char *); strcat(__VA_ARGS__); })
#define __builtin_strcmp(...) \
    __extension__({ extern int strcmp(const char *, const char *); strcmp(__VA_ARGS__); })
#define __builtin_strncmp(...) \
    __extension__({ extern int strncmp(const char *, const char *, __SIZE_TYPE__); strncmp(__VA_ARGS__); })
#define __builtin_strchr(...) \
    __extension__({ extern char *strchr(const char *, int); strchr(__VA_ARGS__); })
#define __builtin_strrchr(...) \
    __extension__({ extern char *strrchr(const char *, int); strrchr(__VA_ARGS__); })
#define __builtin_strstr(...) \
    __extension__({ extern char *strstr(const char *, const char *); strstr(__VA_ARGS__); })
#define __builtin_malloc(...) \
    __extension__({ extern void *malloc(__SIZE_TYPE__); malloc(__VA_ARGS__); })
#define __builtin_calloc(...) \
    __extension__({ extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__); calloc(__VA_ARGS__); })
#define __builtin_realloc(...) \
    __extension__({ extern void *realloc(void *, __SIZE_TYPE__); realloc(__VA_ARGS__); })
#define __builtin_free(...) \
    __extension__({ extern void free(void *); free(__VA_ARGS__); })
#define __builtin_printf(...) \
    __extension__({ extern int printf(const char *, ...); printf(__VA_ARGS__); })
#define __builtin_sprintf(...) \
    __extension__({ extern int sprintf(char *, const char *, ...); sprintf(__VA_ARGS__); })
#define __builtin_snprintf(...) \
    __extension__({ extern int snprintf(char *, __SIZE_TYPE__, const char *, ...); snprintf(__VA_ARGS__); })
#define __builtin_puts(...) \
    __extension__({ extern int puts(const char *); puts(__VA_ARGS__); })
#define __builtin_putchar(...) \
    __extension__({ extern int putchar(int); putchar(__VA_ARGS__); })
#define __builtin_abort(...) \
    __extension__({ extern void abort(void); abort(__VA_ARGS__); })
#define __builtin_exit(...) \
    __extension__({ extern void exit(int); exit(__VA_ARGS__); })
#define __builtin_abs(...) \
    __extension__({ extern int abs(int); abs(__VA_ARGS__); })
#define __builtin_labs(...) \
    __extension__({ extern long labs(long); labs(__VA_ARGS__); })
#define __builtin_llabs(...) \
    __extension__({ extern long long llabs(long long); llabs(__VA_ARGS__); })

/* Bits. */
int __builtin_clz(unsigned int);
int __builtin_clzl(unsigned long);
int __builtin_clzll(unsigned long long);
int __builtin_ctz(unsigned int);
int __builtin_ctzl(unsigned long);
int __builtin_ctzll(unsigned long long);
int __builtin_popcount(unsigned int);
int __builtin_popcountl(unsigned long);
int __builtin_popcountll(unsigned long long);
int __builtin_parity(unsigned int);
int __builtin_parityl(unsigned long);
int __builtin_parityll(unsigned long long);
int __builtin_clrsb(int);
int __builtin_clrsbl(long);
int __builtin_clrsbll(long long);
int __builtin_ffs(int);
int __builtin_ffsl(long);
int __builtin_ffsll(long long);
unsigned short __builtin_bswap16(unsigned short);
unsigned int __builtin_bswap32(unsigned int);
unsigned long long __builtin_bswap64(unsigned long long);

/* Clang: the greatest and the least, in one step; those of unsigned numbers also of objects of signed types. */
#define __boolprog_fetch_and(object, value, type, order)                             \
    __extension__({                                                                  \
        extern void __boolprog_begin(void), __boolprog_end(void);                    \
        __typeof__(*(object)) *__boolprog_object = (object);                         \
        __typeof__(*(object)) __boolprog_value = (value), __boolprog_before;         \
        __boolprog_begin();                                                          \
        __boolprog_before = *__boolprog_object;                                      \
        if ((type)__boolprog_value order (type)__boolprog_before)                    \
            *__boolprog_object = __boolprog_value;                                   \
        __boolprog_end();                                                            \
        __boolprog_before;                                                           \
    })
#define __sync_fetch_and_max(object, value) __boolprog_fetch_and(object, value, long long, >)
#define __sync_fetch_and_min(object, value) __boolprog_fetch_and(object, value, long long, <)
#define __sync_fetch_and_umax(object, value) __boolprog_fetch_and(object, value, unsigned long long, >)
#define __sync_fetch_and_umin(object, value) __boolprog_fetch_and(object, value, unsigned long long, <)

/* Arithmetic whose exact result may be too large for the object where it is stored: it wraps around, and whether it does is the
   value. */
_Bool __boolprog_overflow(int operator, ...);
#define __boolprog_fits(operator, a, b, type) \
    __boolprog_overflow(operator, a, b, sizeof(type), (type)-1 < 1)
#define __boolprog_exact(operator, code, a, b, result)                                                              \
    __extension__({                                                                                                 \
        __typeof__(+(a)) __boolprog_a = (a);                                                                        \
        __typeof__(+(b)) __boolprog_b = (b);                                                                        \
        __typeof__(&*(result)) __boolprog_result = (result);                                                        \
        *__boolprog_result = (__typeof__(*(result)))((unsigned long long)__boolprog_a operator                      \
                                                     (unsigned long long)__boolprog_b);                             \
        __boolprog_fits(code, __boolprog_a, __boolprog_b, __typeof__(*(result)));                                   \
    })
#define __builtin_add_overflow(a, b, result) __boolprog_exact(+, '+', a, b, result)
#define __builtin_sub_overflow(a, b, result) __boolprog_exact(-, '-', a, b, result)
#define __builtin_mul_overflow(a, b, result) __boolprog_exact(*, '*', a, b, result)
#define __builtin_add_overflow_p(a, b, value) __boolprog_fits('+', a, b, __typeof__(value))
#define __builtin_sub_overflow_p(a, b, value) __boolprog_fits('-', a, b, __typeof__(value))
#define __builtin_mul_overflow_p(a, b, value) __boolprog_fits('*', a, b, __typeof__(value))
#define __boolprog_exact_as(type, operator, code, a, b, result) \
    __boolprog_exact(operator, code, (type)(a), (type)(b), (type *)(result))
#define __builtin_sadd_overflow(a, b, result) __boolprog_exact_as(int, +, '+', a, b, result)
#define __builtin_saddl_overflow(a, b, result) __boolprog_exact_as(long, +, '+', a, b, result)
#define __builtin_saddll_overflow(a, b, result) __boolprog_exact_as(long long, +, '+', a, b, result)
#define __builtin_uadd_overflow(a, b, result) __boolprog_exact_as(unsigned, +, '+', a, b, result)
#define __builtin_uaddl_overflow(a, b, result) __boolprog_exact_as(unsigned long, +, '+', a, b, result)
#define __builtin_uaddll_overflow(a, b, result) __boolprog_exact_as(unsigned long long, +, '+', a, b, result)
#define __builtin_ssub_overflow(a, b, result) __boolprog_exact_as(int, -, '-', a, b, result)
#define __builtin_ssubl_overflow(a, b, result) __boolprog_exact_as(long, -, '-', a, b, result)
#define __builtin_ssubll_overflow(a, b, result) __boolprog_exact_as(long long, -, '-', a, b, result)
#define __builtin_usub_overflow(a, b, result) __boolprog_exact_as(unsigned, -, '-', a, b, result)
#define __builtin_usubl_overflow(a, b, result) __boolprog_exact_as(unsigned long, -, '-', a, b, result)
#define __builtin_usubll_overflow(a, b, result) __boolprog_exact_as(unsigned long long, -, '-', a, b, result)
#define __builtin_smul_overflow(a, b, result) __boolprog_exact_as(int, *, '*', a, b, result)
#define __builtin_smull_overflow(a, b, result) __boolprog_exact_as(long, *, '*', a, b, result)
#define __builtin_smulll_overflow(a, b, result) __boolprog_exact_as(long long, *, '*', a, b, result)
#define __builtin_umul_overflow(a, b, result) __boolprog_exact_as(unsigned, *, '*', a, b, result)
#define __builtin_umull_overflow(a, b, result) __boolprog_exact_as(unsigned long, *, '*', a, b, result)
#define __builtin_umulll_overflow(a, b, result) __boolprog_exact_as(unsigned long long, *, '*', a, b, result)

/* Floating-point numbers. */
#define __builtin_huge_val() 1e999
#define __builtin_huge_valf() 1e999f
#define __builtin_huge_vall() 1e999L
#define __builtin_inf() 1e999
#define __builtin_inff() 1e999f
#define __builtin_infl() 1e999L
#define __builtin_nan(text) (-(0.0 / 0.0))
#define __builtin_nanf(text) (-(0.0f / 0.0f))
#define __builtin_nanl(text) (-(0.0L / 0.0L))
#define __boolprog_class(x)                                               \
    __extension__({                                                       \
        extern int __fpclassify(double), __fpclassifyf(float);            \
        sizeof(x) == sizeof(float) ? __fpclassifyf(x) : __fpclassify(x);  \
    })
#define __builtin_isnan(x) (__boolprog_class(x) == 0)
#define __builtin_isinf(x) (__boolprog_class(x) == 1)
#define __builtin_isinf_sign(x) (__builtin_isinf(x) ? (__builtin_signbit(x) ? -1 : 1) : 0)
#define __builtin_isfinite(x) (__boolprog_class(x) >= 2)
#define __builtin_isnormal(x) (__boolprog_class(x) == 4)
#define __builtin_signbit(x) __extension__({ extern int __signbit(double); __signbit(x); })
#define __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x) \
    __extension__({                                                     \
        int __boolprog_kind = __boolprog_class(x);                              \
        __boolprog_kind == 0   ? (nan)                                          \
        : __boolprog_kind == 1 ? (infinite)                                     \
        : __boolprog_kind == 2 ? (zero)                                         \
        : __boolprog_kind == 3 ? (subnormal)                                    \
                       : (normal);                                      \
    })
#define __builtin_isgreater(x, y) ((x) > (y))
#define __builtin_isgreaterequal(x, y) ((x) >= (y))
#define __builtin_isless(x, y) ((x) < (y))
#define __builtin_islessequal(x, y) ((x) <= (y))
#define __builtin_islessgreater(x, y) ((x) < (y) || (x) > (y))
#define __builtin_isunordered(x, y) (__builtin_isnan(x) || __builtin_isnan(y))
double __builtin_ceil(double);
float __builtin_ceilf(float);
long double __builtin_ceill(long double);
double __builtin_cos(double);
float __builtin_cosf(float);
long double __builtin_cosl(long double);
double __builtin_exp(double);
float __builtin_expf(float);
long double __builtin_expl(long double);
double __builtin_fabs(double);
float __builtin_fabsf(float);
long double __builtin_fabsl(long double);
double __builtin_floor(double);
float __builtin_floorf(float);
long double __builtin_floorl(long double);
double __builtin_log(double);
float __builtin_logf(float);
long double __builtin_logl(long double);
double __builtin_rint(double);
float __builtin_rintf(float);
long double __builtin_rintl(long double);
double __builtin_round(double);
float __builtin_roundf(float);
long double __builtin_roundl(long double);
double __builtin_sin(double);
float __builtin_sinf(float);
long double __builtin_sinl(long double);
double __builtin_sqrt(double);
float __builtin_sqrtf(float);
long double __builtin_sqrtl(long double);
double __builtin_trunc(double);
float __builtin_truncf(float);
long double __builtin_truncl(long double);
double __builtin_copysign(double, double);
float __builtin_copysignf(float, float);
long double __builtin_copysignl(long double, long double);
double __builtin_fmax(double, double);
float __builtin_fmaxf(float, float);
long double __builtin_fmaxl(long double, long double);
double __builtin_fmin(double, double);
float __builtin_fminf(float, float);
long double __builtin_fminl(long double, long double);
double __builtin_fmod(double, double);
float __builtin_fmodf(float, float);
long double __builtin_fmodl(long double, long double);
double __builtin_pow(double, double);
float __builtin_powf(float, float);
long double __builtin_powl(long double, long double);
