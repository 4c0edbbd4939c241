// Texts and bytes.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

int main(void)
{
    char line[] = "one, two;three,,four";
    for (char *word = strtok(line, ",; "); word != NULL; word = strtok(NULL, ",; "))
        printf("<%s>", word);
    puts("");
    char buffer[24] = "start";
    strcat(buffer, "-middle");
    strncat(buffer, "-end", 3);
    printf("%s %zu\n", buffer, strlen(buffer));
    printf("%d %d %d\n", strcmp("abc", "abd") < 0, strcmp("b", "abc") > 0, strncmp("abcd", "abxx", 2));
    printf("%s %s %d\n", strchr("key=value", '='), strrchr("a/b/c", '/'), strchr("none", 'x') == NULL);
    printf("%s %zu %zu %s\n", strstr("haystack", "st"), strspn("112358x", "0123456789"), strcspn("abc;d", ";"), strpbrk("a.b,c", ",."));
    printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), memcmp("a\0b", "a\0c", 3) < 0);
    memset(buffer, 'x', 5);
    memmove(buffer + 2, buffer, 10);
    printf("%.12s\n", buffer);
    char *copy = strdup("copied");
    printf("%s %d\n", copy, memchr(copy, 'i', 6) == copy + 3);
    free(copy);
    for (const char *c = "aZ5 .\n"; *c != 0; c++)
        printf("%d%d%d%d%d ", isalpha(*c) != 0, isdigit(*c) != 0, isspace(*c) != 0, ispunct(*c) != 0, isprint(*c) != 0);
    printf("%c%c\n", toupper('q'), tolower('Q'));
    printf("%zu %d\n", wcslen(L"four"), wcscmp(L"a", L"b") < 0);
    printf("%s|%s\n", strerror(0), strerror(2));
}
