// expect: safe
int a[3] = {1, 2, 3}, sum;
struct pair { int left, right[2]; } p = {1, {2, 3}};
int main() { int i; for (i = 0; i < 3; i++) sum += a[i]; assert(sum == 6); p.right[1] = sum; assert(p.left + p.right[0] + p.right[1] == 9); }
