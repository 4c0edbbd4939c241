// expect: safe
#include <assert.h>
#include <unistd.h>

int main() {
  assert(sysconf(_SC_THREAD_PROCESS_SHARED) >= -1);
  assert(sysconf(_SC_MAPPED_FILES) >= -1);
  assert(sysconf(_SC_SEM_VALUE_MAX) >= -1);
}
