// expect: unsafe
#include <assert.h>
#include <threads.h>
mtx_t mutex;
int main() { mtx_init(&mutex, mtx_plain | mtx_recursive); mtx_lock(&mutex); mtx_lock(&mutex); assert(0); }
