#if
#endif
#if 1 +
#endif
#if (1
#endif
#if 1 2
#endif
#if 1 / 0
#endif
#if 1.5
#endif
#if 99999999999999999999
#endif
#if 08
#endif
#if "x"
#endif
#if defined
#endif
#if 1 ? 2
#endif
#if __has_include
#endif
#if ''
#endif
