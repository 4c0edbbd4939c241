// expect: unsafe
extern int *elsewhere;
int main() { return *elsewhere; }
