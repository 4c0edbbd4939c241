// ends: stopped
// A long text whose length is asked again and again.
#include <string.h>
static char a[30000000]; int main(void) {
    memset(a, 'x', sizeof a - 1); unsigned long n = 0; for (int i = 0; i < 100; i++) n += strlen(a); return n;
}
