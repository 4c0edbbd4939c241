// output: b a body c end
#include <stdio.h>

static void say(const char **text) { printf("%s ", *text); }

static int work(void)
{
    {
        __attribute__((cleanup(say))) const char *a = "a";
        __attribute__((cleanup(say))) const char *b = "b";
    }
    __attribute__((cleanup(say))) const char *c = "c";
    printf("body ");
    return 0;
}

int main(void)
{
    work();
    printf("end\n");
    return 0;
}
