// output: start main second first stop
// exit: 3
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void start(void) { printf("start "); }
__attribute__((destructor)) static void stop(void) { printf("stop\n"); }
static void first(void) { printf("first "); }
static void second(void) { printf("second "); }

int main(void)
{
    atexit(first);
    atexit(second);
    printf("main ");
    return 3;
}
