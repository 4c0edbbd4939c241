void push(void) {}
