// expect: safe
#include <assert.h>
enum { A, B = 5 };
typedef char number;
struct pair { char first, second; } pair;
int of_parameter(int B) { return B; }
int main() {
  int before = A;
  {
    enum { A = 3, C };
    typedef int number;
    struct pair { int only; } other = {300};
    int B = A + C, table[A];
    number large = 1000;
    assert(B == 7 && sizeof table == 12 && other.only == 300 && large == 1000);
    switch (B) {
    case A + C: break;
    default: assert(0);
    }
  }
  number small = 1000;
  assert(before == 0 && A == 0 && B == 5 && of_parameter(2) == 2 && sizeof pair == 2 && small != 1000);
}
