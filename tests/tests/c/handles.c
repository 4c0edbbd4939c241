// expect: safe
#include <pthread.h>
int a;
pthread_t all[30];
void *set(void *p) { a = 1; assert(a == 1); return 0; }
int main() { for (int i = 0; i < 30; i++) pthread_create(&all[i], 0, set, 0); }
