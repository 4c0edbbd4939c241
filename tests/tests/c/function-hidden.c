// expect: safe
void *free(void *p);
int main() { int free = 0; int *p = &free; *p = 2; assert(&free != 0 && free == 2); }
