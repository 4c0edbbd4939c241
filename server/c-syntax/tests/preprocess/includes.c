#include "folder/guarded.h"
#include "folder/guarded.h"
#include "folder/once.h"
#include <once.h>
#define HEADER <computed.h>
#include HEADER
#define QUOTED "folder/computed.h"
#include QUOTED
#include <limits.h>
#include <limits.h>
__INCLUDE_LEVEL__ INT_MAX CHAR_BIT
#include <own.h>
