// A text without its end is printed.
#include <stdio.h>

int main(void)
{
    char word[3] = {'a', 'b', 'c'};
    printf("%.3s\n", word);
    printf("%s\n", word); // fault: pointer
}
