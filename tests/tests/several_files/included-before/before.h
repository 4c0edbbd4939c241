#define BEFORE 4
