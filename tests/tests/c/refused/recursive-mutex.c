// refused: 6: Not supported: a mutex that is not `mtx_plain`.
#include <threads.h>

mtx_t mutex;

int main() { mtx_init(&mutex, mtx_recursive); }
