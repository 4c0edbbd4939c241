/* What GNU C has without a header. It is read before every text. */

#define __builtin_expect(value, expected) ((long)(value))
#define __builtin_expect_with_probability(value, expected, probability) ((long)(value))
#define __builtin_prefetch(address, ...) ((void)(address))
#define __builtin_assume_aligned(pointer, ...) ((void *)(pointer))
#define __builtin_object_size(pointer, kind) ((__SIZE_TYPE__)((kind) & 2 ? 0 : -1))
#define __builtin_dynamic_object_size(pointer, kind) __builtin_object_size(pointer, kind)
#define __builtin_huge_val() 1e999
#define __builtin_huge_valf() 1e999f
#define __builtin_huge_vall() 1e999L
#define __builtin_inf() 1e999
#define __builtin_inff() 1e999f
#define __builtin_infl() 1e999L
#define __builtin_nan(text) (-(0.0 / 0.0))
#define __builtin_nanf(text) (-(0.0f / 0.0f))
#define __builtin_nanl(text) (-(0.0L / 0.0L))

_Noreturn void __builtin_unreachable(void);
_Noreturn void __builtin_trap(void);
