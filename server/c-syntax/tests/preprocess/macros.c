/* Names inside of what they stand for, and nested arguments. */
#define self self + 1
self
#define ping pong
#define pong ping
ping pong
#define twice(x) x x
twice(twice(a))
#define call(f) f(f)
call(twice)
twice
#define nothing
#define empty() nothing
[nothing] [empty()] [twice (nothing)]
#define first(x, y) x
first((1, 2), 3) first(, b) first({a}, c)
/* The arguments stand on several lines, with a condition between. */
first(
  one,
#ifdef self
  two
#else
  three
#endif
)
/* DR 017: what GNU C does. */
#define f(a) a*g
#define g(a) f(a)
f(2)(9)
/* A name that gets another meaning. */
#define width 3
#define area(x) ((x) * width)
area(1)
#undef width
#define width 4
area(2)
#undef width
area(3)
#define open (
#define apply(x) twice open x )
apply(1)
