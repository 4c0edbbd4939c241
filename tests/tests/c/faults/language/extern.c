// expect: safe
#include <pthread.h>
extern int limit, unused;
extern int later; int later = 4;
extern int tentative; int tentative; extern int tentative;
extern pthread_mutex_t mutex;
int main() {
  assert(later == 4 && tentative == 0);
  int seen = limit;
  pthread_mutex_lock(&mutex);
  assert(limit == seen);
}
