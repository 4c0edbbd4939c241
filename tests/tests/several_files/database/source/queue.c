#include <limits_of_queue.h>
int kept(void);
int keep(int);
void push(void) { keep(kept() + STEP); }
int size(void) { return kept(); }
