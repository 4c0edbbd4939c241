// expect: safe
#include <assert.h>
int main() {
  assert('\377' == -1 && '\x41' == 'A' && '\101' == 65 && '\a' == 7);
  assert("a\x80z"[1] == -128 && "\0011"[1] == '1' && "né!"[3] == '!');
}
