// expect: unsafe --property overflow
int sum = 2147483647;
int main() { sum++; }
