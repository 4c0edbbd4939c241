// expect: safe
// A structure as a result, and addresses of locals of several activations.
#include <assert.h>
struct pair { int least, most; };
struct pair ends(int *from, int n) {
  struct pair result = { from[0], from[0] };
  if (n > 1) {
    struct pair rest = ends(from + 1, n - 1);
    if (rest.least < result.least) result.least = rest.least;
    if (rest.most > result.most) result.most = rest.most;
  }
  return result;
}
int main() { int a[4] = {3, 1, 4, 1}; struct pair p = ends(a, 4); assert(p.least == 1 && p.most == 4); }
