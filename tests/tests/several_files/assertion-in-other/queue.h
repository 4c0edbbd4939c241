void push(int value);
int size(void);
