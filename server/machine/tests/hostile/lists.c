// ends: fault stack
// Lists of arguments that are never ended.
#include <stdarg.h>
void f(int n, ...) { va_list l; va_start(l, n); } int main(void) {
    for (;;) f(1, 2, 3);
}
