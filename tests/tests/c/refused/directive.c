// refused: 2: `#inlcude` is no directive.
#inlcude <pthread.h>
int main() { }
