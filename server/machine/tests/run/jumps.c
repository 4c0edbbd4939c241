// output: 1 2 4 5 | 10 | 6 | abc | 3
#include <stdio.h>

static int copy(char *to, const char *from, int count)
{
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
    return rounds;
}

int main(void)
{
    for (int i = 1; i < 10; i++) {
        if (i == 3)
            continue;
        if (i == 6)
            break;
        printf("%d ", i);
    }
    int sum = 0;
again: {
    int inner = sum + 1;
    sum += inner;
    if (sum < 10)
        goto again;
}
    sum = sum > 10 ? 10 : sum;
    printf("| %d | ", sum);
    void *labels[] = {&&first, &&second};
    int which = 0, seen = 0;
    goto *labels[which++];
first:
    seen += 2;
    goto *labels[which];
second:
    seen += 4;
    char text[4] = "";
    copy(text, "abc", 3);
    switch (seen) {
    case 1 ... 5: seen = 0; break;
    case 6: printf("%d | %s | ", seen, text);
    default: seen = 3;
    }
    printf("%d\n", seen);
    return 0;
}
