/* Continued lines, digraphs, names and numbers. */
int a\
b\
c = 1\
2;
"text \
goes on"
/\
* a comment *\
/ after
// a comment \
that goes on
<: :> <% %> %: %:%: <::> a<:0:>
naïve \u00e9t\u00E9 $dollar _x9
.5 1..2 0x1p-3 1e+5 0xe+1 1_000 5.f
L"wide" u8"utf" u"utf" U"utf" L'x' u 'y' Lx"z"
+++++ ->* ...... .. <<<= >>=
a/**/b a /* x */ b
'\'' "\"" '"' "'"
#define hash #
hash include
