/* # and ## */
#define text(x) #x
#define expanded(x) text(x)
#define number 42
text(number) expanded(number) text( a  "b\n" '\0'   c ) text() text("\
split")
#define join(x, y) x ## y
#define joined(x, y) join(x, y)
join(num, ber) joined(number, number) join(, a) join(a, ) [join(, )] join(1, e) join(., 5) join(<, <=) join(L, "x")
#define three(x, y, z) x ## y ## z
three(a, b, c) three(a, , c) three(, , c) three(a, , )
#define hash_hash # ## #
#define mk(a) hash_hash a
text(hash_hash) expanded(mk(1))
#define member(s, i) s.member ## i
member(point, 3)
#define spaced(x) [ x] [x ]
spaced(1) expanded(spaced( 2 ))
