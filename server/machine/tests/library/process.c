// A second process.
#include <unistd.h>

int main(void)
{
    return fork(); // fault: unsupported
}
