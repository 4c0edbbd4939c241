// Formats of printf.
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    int count;
    printf("[%d|%5d|%-5d|%05d|%+d|% d|%.3d]\n", 42, 42, 42, 42, 42, 42, 42);
    printf("[%u|%x|%X|%o|%#x|%#o|%#X]\n", 3000000000u, 255u, 255u, 8u, 255u, 8u, 0u);
    printf("[%hhd|%hd|%ld|%lld|%jd|%zu|%td]\n", 300, 70000, -5L, -6LL, (intmax_t)7, sizeof(int), (ptrdiff_t)9);
    printf("[%" PRId64 "|%" PRIu32 "|%" PRIx16 "]\n", INT64_MIN, UINT32_MAX, (uint16_t)65535);
    printf("[%f|%.0f|%.10f|%10.2f|%-10.2f|%+.1f|%#.0f]\n", 0.1, 2.5, 1.0 / 3, 3.14159, 3.14159, 1.25, 4.0);
    printf("[%e|%.0e|%E|%.15e]\n", 12345.678, 5e-324, 1e100, 0.1);
    printf("[%g|%g|%g|%.3g|%#g|%G]\n", 100000.0, 1e6, 0.0001, 1234.5, 1.0, 1e-10);
    printf("[%a|%.1a|%A]\n", 1.0, 0.1, -255.5);
    printf("[%f|%5.1F|%-6e|%g]\n", INFINITY, -INFINITY, NAN, -0.0);
    printf("[%Lf|%Lg]\n", 1.5L, 2.5L);
    printf("[%c|%3c|%-3c|%s|%6s|%-6s|%.2s|%%]\n", 'a', 'b', 'c', "text", "text", "text", "text");
    printf("[%*d|%-*d|%.*f|%.*s]\n", 6, 1, -6, 2, 2, 1.005, 3, "abcdef");
    printf("[%p|%8s|%n%d]\n", (void *)0, "", &count, 1);
    printf("%d\n", count);
    printf("[%ls|%lc|%5.2ls]\n", L"wide", (wint_t)L'x', L"abc");

    char small[6];
    int length = snprintf(small, sizeof small, "%s", "too long for it");
    printf("%s %d\n", small, length);
    printf("%d\n", snprintf(NULL, 0, "%d", 123456));
    sprintf(small, "%03d", 7);
    fputs(small, stdout);
    putchar('\n');
    fprintf(stdout, "%s", "");
    fwrite("raw\n", 1, 4, stdout);
}
