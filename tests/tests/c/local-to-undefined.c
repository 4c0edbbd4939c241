// expect: unsafe
#include <sys/time.h>
struct timeval { long tv_sec, tv_usec; };
int gettimeofday(struct timeval *, void *);
int main() { struct timeval now = {0, 0}; gettimeofday(&now, 0); assert(now.tv_usec != 7); }
