/* The Boolean type (C11 7.18). */
#ifndef _STDBOOL_H
#define _STDBOOL_H 1

#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1

#endif
