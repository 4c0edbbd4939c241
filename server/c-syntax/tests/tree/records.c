// How members lie.
struct mixed { char a; int b; short c; long long d; char e; };
struct bits { int a : 3; unsigned b : 30; long c : 40; char d : 1; int : 0; _Bool e : 1; };
struct __attribute__((packed)) packed { char a; int b; int c : 5; int d : 30; };
#pragma pack(push, 2)
struct two { char a; int b; long c : 9; };
#pragma pack(pop)
union all { char a; double b; int c[5]; };
struct outer { char a; union { int i; float f; }; struct { short s, t; } named; };
struct aligned { char a; int b __attribute__((aligned(16))); } __attribute__((aligned(32)));
struct flexible { short n; int values[]; };
struct empty {};
struct node { struct node *next; void (*call)(struct node *); struct other *unknown; };
enum __attribute__((packed)) small { ONE = 1, MANY = 200 };
struct holds { enum small s; _Atomic int a; const volatile char c; };
