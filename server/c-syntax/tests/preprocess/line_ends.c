#define two 2
first two\
3
#if two
third /* a
 */ fourth
#endif
