// expect: safe
typedef int byte __attribute__((__mode__(__QI__)));
int main() { byte b = 255; assert(b == -1); }
