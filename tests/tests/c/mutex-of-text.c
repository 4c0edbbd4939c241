// expect: safe --property assert --property race
// A text that was preprocessed for another machine has its own, smaller mutex; one in the heap ends with its object.
typedef unsigned long pthread_t;
typedef union {
  char size[24];
  long align;
} pthread_mutex_t;
int pthread_mutex_init(pthread_mutex_t *, const void *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *malloc(unsigned long);
void __assert_fail(const char *, const char *, unsigned, const char *);

struct account {
  int balance;
  pthread_mutex_t lock;
} *account;

void *pay(void *unused) {
  pthread_mutex_lock(&account->lock);
  account->balance++;
  pthread_mutex_unlock(&account->lock);
  return 0;
}

int main() {
  pthread_t thread;
  account = malloc(sizeof *account);
  account->balance = 0;
  pthread_mutex_init(&account->lock, 0);
  pthread_create(&thread, 0, pay, 0);
  pay(0);
  pthread_join(thread, 0);
  if (account->balance != 2) __assert_fail("balance", "account.c", 1, "main");
  return 0;
}
