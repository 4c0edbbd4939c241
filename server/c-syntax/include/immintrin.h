/* Instructions of x86 that programs with threads use. */
#ifndef _IMMINTRIN_H
#define _IMMINTRIN_H 1

#define _mm_pause() __builtin_ia32_pause()
#define _mm_lfence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define _mm_sfence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define _mm_mfence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define _mm_prefetch(address, hint) ((void)(address))
#define _MM_HINT_NTA 0
#define _MM_HINT_T0 3
#define _MM_HINT_T1 2
#define _MM_HINT_T2 1

#endif
