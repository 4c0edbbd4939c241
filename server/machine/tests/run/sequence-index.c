// fault: sequence 4
int main(void) {
    int a[3] = {0}, i = 0; int *p = &i;n    a[i] = (*p)++;
    return 0;
}
