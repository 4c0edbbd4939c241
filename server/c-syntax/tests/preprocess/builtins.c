#if __has_builtin(__builtin_clz) && __has_builtin(__builtin_memcpy) && __has_builtin(__builtin_offsetof)
known
#endif
#if __has_builtin(__builtin_shufflevector)
no
#endif
__builtin_expect(a, 1) __builtin_LINE()
