// output: 24 15 12 6
#include <stdio.h>

static int sum(int rows, int columns, int a[rows][columns])
{
    int all = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            all += a[i][j];
    return all;
}

int main(void)
{
    int n = 2, m = 3;
    int a[n][m];
    for (int i = 0; i < n * m; i++)
        a[i / m][i % m] = i;
    printf("%zu %d ", sizeof a, sum(n, m, a));
    int(*row)[m] = a;
    row++;
    printf("%zu %d\n", sizeof *row, (*row)[0] + 3);
    return 0;
}
