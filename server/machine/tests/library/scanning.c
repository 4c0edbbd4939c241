// Formats of scanf, and standard input.
#include <stdio.h>
#include <string.h>

int main(void)
{
    int a = 0, b = 0, c = 0, used = 0;
    unsigned char small = 0;
    long big = 0;
    double d = 0;
    float f = 0;
    char word[16] = "", set[16] = "", raw[4] = "";
    printf("%d:", sscanf("10 -20", "%d %d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d:", sscanf("0x1f 017 ff", "%i %i %x", &a, &b, (unsigned *)&c));
    printf(" %d %x\n", a + b, (unsigned)c);
    printf("%d:", sscanf("3.5e2,-0.125", "%lf,%f", &d, &f));
    printf(" %.3f %g\n", d, f);
    printf("%d:", sscanf("hello abc123 xyz", "%s %[a-c] %*d %3c", word, set, raw));
    printf(" %s|%s|%.3s\n", word, set, raw);
    printf("%d:", sscanf("300 99999 rest", "%hhu%ld%n", &small, &big, &used));
    printf(" %hhu %ld %d\n", small, big, used);
    printf("%d\n", sscanf("", "%d", &a));
    printf("%d\n", sscanf("x", "%d", &a));
    printf("%d", sscanf("12345", "%2d%3d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", sscanf("a]b-c", "%[]a]", word));
    printf(" %s\n", word);
    printf("%d", sscanf("50% off", "%d%% %[^f]", &a, word));
    printf(" %s\n", word);
    printf("%d\n", scanf("%d", &a));
    printf("%d\n", a);
    printf("%c", getchar() == ' ' ? '_' : '?');
    printf("%s", fgets(word, sizeof word, stdin));
    printf("%c\n", ungetc(getchar(), stdin));
    printf("%zu\n", fread(word, 1, 6, stdin));
    word[6] = 0;
    printf("%s\n", word);
    while (getchar() != EOF)
        ;
    printf("%d\n", feof(stdin) != 0);
}
