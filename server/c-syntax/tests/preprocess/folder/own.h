own, then
#include_next <own.h>
