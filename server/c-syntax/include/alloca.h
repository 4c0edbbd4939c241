/* Memory that is released when the function returns. */
#ifndef _ALLOCA_H
#define _ALLOCA_H 1

#define alloca(size) __builtin_alloca(size)

#endif
