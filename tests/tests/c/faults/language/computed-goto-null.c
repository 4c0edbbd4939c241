// expect: unsafe
#include <assert.h>
int main() {
  void *to = 0;
  goto *to;
end: assert(1);
}
