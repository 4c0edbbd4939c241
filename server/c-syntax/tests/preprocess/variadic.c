/* C11, C23 and GNU C. */
#define all(...) f(__VA_ARGS__)
all() all(1) all(1, 2)
#define log(format, ...) printf(format, __VA_ARGS__)
log("x", 1, (2, 3))
#define note(format, ...) printf(format, ## __VA_ARGS__)
note("x") note("x", 1, 2) note("x",)
#define only(...) g(0, ## __VA_ARGS__)
only() only(1)
#define named(format, rest...) printf(format, ## rest)
named("x") named("x", 1, 2)
#define optional(a, ...) h(a __VA_OPT__(,) __VA_ARGS__)
optional(1) optional(1, 2, 3) optional(1, )
#define sum(x, ...) x __VA_OPT__(+ next(__VA_ARGS__))
#define next(x, ...) x
sum(1) sum(1, 2)
#define shown(...) #__VA_ARGS__
shown() shown(a,  b ,c)
#define count(...) count_(__VA_ARGS__, 4, 3, 2, 1)
#define count_(a, b, c, d, n, ...) n
count(x) count(x, y) count(x, y, z)
#define glued(x, ...) x ## __VA_OPT__(y z) ## w
glued(a) glued(a, 1)
