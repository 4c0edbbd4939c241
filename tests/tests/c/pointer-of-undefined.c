// expect: unsafe
int *find(void);
int main() { return *find(); }
