// Files, which are read back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *name = "machine-library-files.tmp";
    char line[32];
    int number;
    FILE *file = fopen(name, "w");
    for (int i = 0; i < 3; i++)
        fprintf(file, "line %d\n", i);
    fclose(file);

    file = fopen(name, "a");
    fputs("added\n", file);
    fclose(file);

    file = fopen(name, "r");
    while (fgets(line, sizeof line, file) != NULL)
        fputs(line, stdout);
    printf("%d %ld\n", feof(file) != 0, ftell(file));
    rewind(file);
    printf("%d", fscanf(file, "line %d", &number));
    printf(" %d\n", number);
    fseek(file, -6, SEEK_END);
    printf("%c", fgetc(file));
    ungetc('A', file);
    printf("%c", fgetc(file));
    printf("%c\n", fgetc(file));
    printf("%d\n", fputc('x', file) == EOF);
    fclose(file);

    file = fopen(name, "r+");
    fseek(file, 5, SEEK_SET);
    fputc('9', file);
    rewind(file);
    printf("%zu\n", fread(line, 1, 7, file));
    printf("%.6s\n", line);
    fclose(file);

    printf("%d\n", remove(name));

    file = tmpfile();
    int values[3] = {1, 2, 3}, back[3];
    fwrite(values, sizeof *values, 3, file);
    rewind(file);
    printf("%zu", fread(back, sizeof *back, 3, file));
    printf(" %d\n", back[2]);
    fclose(file);
}
