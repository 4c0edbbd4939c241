// expect: safe
int a[4]; 
int main() { int i, s = 0; int *p = &a[1]; for (i = 0; i < 3; i++) p[i] = i + 1; for (i = 0; i < 4; i++) s += a[i]; assert(s == 6 && a[0] == 0 && a[3] == 3); }
