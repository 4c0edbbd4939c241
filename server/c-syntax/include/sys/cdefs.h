/* Words with which headers of BSD and of the GNU library declare functions. */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H 1

#define __BEGIN_DECLS
#define __END_DECLS
#define __CONCAT(a, b) a##b
#define __STRING(text) #text
#define __P(parameters) parameters
#define __PMT(parameters) parameters
#define __THROW
#define __NTH(function) function

#endif
