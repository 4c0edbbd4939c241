#define one 1
#define name() 0
#if one + 1 == 2 && defined one && !defined(two) && name == 0
yes
#endif
#if -1 > 0u
unsigned
#endif
#if 0xffffffffffffffff == -1 && 1 << 63 < 0 && -8 >> 1 == -4
wide
#endif
#if (0 && 1 / 0) || (1 ? 2 : 3 / 0) == 2
lazy
#endif
#if 'a' == 97 && '\377' < 0 && L'\x100' == 256 && 'ab' == 24930
characters
#endif
#if 0
#bad directive, which "nobody reads
' /* #endif
*/
#elif one
elif
#elif 1 / 0
no
#else
no
#endif
#ifndef one
no
#elifdef one
elifdef
#endif
#ifdef two
#else
else
#endif
#if __has_include("folder/guarded.h") && !__has_include(<missing.h>) && __has_include(<stddef.h>)
has
#endif
#if __has_attribute(packed) && __has_attribute(__aligned__) && !__has_attribute(nonsense)
attributes
#endif
#if !undefined_name && !true
words
#endif
#if (2, 3) == 3
comma
#endif
