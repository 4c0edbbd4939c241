// output: a3 a2 a1 | b1 | c2 c1 | d1 | e1 e1 e2 | f1 f2 end
// Variables with the attribute `cleanup` are cleaned up wherever their scope is left.
#include <stdio.h>

static void tell(const char **name) { printf("%s ", *name); }
#define NAMED(variable, text) const char *variable __attribute__((cleanup(tell))) = text

static int jump_out(void) {
    NAMED(first, "a1");
    {
        NAMED(second, "a2");
        for (;;) {
            NAMED(third, "a3");
            goto end;
        }
    }
end:
    return 0;
}

static void stop(int value) {
    switch (value) {
        case 1: {
            NAMED(one, "b1");
            break;
        }
        default:
            printf("never");
    }
}

static int give(void) {
    NAMED(one, "c1");
    while (1) {
        NAMED(two, "c2");
        return 1;
    }
}

static void go_on(void) {
    for (int i = 0; i < 1; i++) {
        NAMED(one, "d1");
        continue;
    }
}

static void go_back(void) {
    int count = 0;
    const char *names[] = {"e1", "e1", "e2"};
again:;
    NAMED(one, names[count]);
    if (count++ < 2) goto again;
}

static void within(void) {
    NAMED(one, "f2");
    {
        NAMED(two, "f1");
        goto inner;
    inner:;
    }
}

int main(void) {
    jump_out();
    printf("| ");
    stop(1);
    printf("| ");
    give();
    printf("| ");
    go_on();
    printf("| ");
    go_back();
    printf("| ");
    within();
    printf("end\n");
    return 0;
}
