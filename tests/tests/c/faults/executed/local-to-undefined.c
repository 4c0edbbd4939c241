// expect: unsafe
// known gap: unknown
#include <sys/time.h>
int gettimeofday(struct timeval *, void *);
int main() { struct timeval now = {0, 0}; gettimeofday(&now, 0); assert(now.tv_usec != 7); }
