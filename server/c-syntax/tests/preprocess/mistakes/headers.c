#include <complex.h>
#include <tgmath.h>
#include "/no/such.h"
int x;
