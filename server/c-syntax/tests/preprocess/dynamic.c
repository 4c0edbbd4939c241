__FILE__ __LINE__ __COUNTER__ __COUNTER__ __INCLUDE_LEVEL__ __FILE_NAME__
#define where __FILE__ ":" line(__LINE__)
#define line(x) line_(x)
#define line_(x) #x
where
line_(__LINE__) line(
__LINE__
)
#line 100 "other.c"
__LINE__ __FILE__
# 7 "third.c" 1
__LINE__ __FILE__
#define five 5
#line five
__LINE__ __FILE__
__STDC_VERSION__ __CHAR_BIT__ __SIZEOF_POINTER__ __LP64__ __x86_64__ __GNUC__ linux
__func__ __DATE__
