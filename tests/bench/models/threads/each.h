// EACH(M) is M(0) M(1) ... for N threads, one statement each; N is given with -D N=8.
#define EACH_2(M) M(0) M(1)
#define EACH_3(M) EACH_2(M) M(2)
#define EACH_4(M) EACH_3(M) M(3)
#define EACH_5(M) EACH_4(M) M(4)
#define EACH_6(M) EACH_5(M) M(5)
#define EACH_7(M) EACH_6(M) M(6)
#define EACH_8(M) EACH_7(M) M(7)
#define EACH_9(M) EACH_8(M) M(8)
#define EACH_10(M) EACH_9(M) M(9)
#define JOINED(A, B) A##B
#define EACH_OF(N, M) JOINED(EACH_, N)(M)
#define EACH(M) EACH_OF(N, M)

#define DECLARE(I) pthread_t t##I;
#define CREATE(I) pthread_create(&t##I, 0, run, 0);
#define JOIN(I) pthread_join(t##I, 0);
