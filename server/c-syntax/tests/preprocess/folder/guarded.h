#ifndef GUARDED
#define GUARDED
guarded from __FILE__ line __LINE__
#endif
