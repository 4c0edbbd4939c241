before
#define SIZE 2
#pragma pack(push, SIZE)
two
_Pragma("pack(1)") one
#pragma pack(push, name)
#pragma pack(4)
four
#pragma pack(pop, name)
one
#pragma pack(pop)
none
#pragma pack(8)
eight
#pragma pack()
none
#pragma GCC diagnostic ignored "-Wall"
#pragma omp parallel
#define macro 1
#pragma push_macro("macro")
#undef macro
macro
#pragma pop_macro("macro")
macro
#define DO(x) _Pragma(#x)
DO(pack(2)) two
