// expect: safe --property race
int data;
int main() { data = 1; return data; }
