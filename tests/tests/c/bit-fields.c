// expect: safe
struct S { unsigned a : 3; int b : 5; unsigned c : 1; int d : 1; unsigned e : 32; _Bool f : 1; unsigned : 4; long long g : 20; char h : 4; };
struct S s;
enum col { R, G, B };
struct T { enum col c : 2; unsigned x : 31; };
int main(){
  s.a = 9; assert(s.a == 1); s.a--; s.a--; assert(s.a == 7); assert(s.a - 8 < 0);
  s.b = 17; assert(s.b == -15); s.b += 100; assert(s.b == -11);
  s.c = 2; assert(s.c == 0); s.c = 3; assert(s.c == 1); s.c++; assert(s.c == 0); s.c--; assert(s.c == 1);
  s.d = 1; assert(s.d == -1); s.e = -1; assert(s.e > 0); assert(s.e + 1 == 0); s.f = 2; assert(s.f == 1); assert(s.f + 1 == 2);
  s.g = 1 << 19; assert(s.g == -(1<<19)); s.h = 9; assert(s.h == -7);
  int v = (s.a = 12); assert(v == 4); v = s.a++; assert(v == 4 && s.a == 5); v = ++s.a; assert(v == 6);
  struct S t = { 15, 15, 1, 1, 1, 7, 3, 8 }; assert(t.a == 7 && t.b == 15 && t.c == 1 && t.d == -1 && t.f == 1 && t.g == 3 && t.h == -8);
  struct S *p = &t; p->a = s.a; assert(t.a == 6); t = s; assert(t.b == -11);
  struct T w = { .c = B, .x = -1 }; assert(w.x - w.x - 1 < 0); assert(w.c == B); assert(~w.x < 0);
}
