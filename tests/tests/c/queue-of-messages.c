// expect: unknown
// A queue gives what was put into it, which is not modelled.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>

int main() {
  struct mq_attr small = {.mq_maxmsg = 1, .mq_msgsize = 1};
  char sent = 7, received = 0;
  mqd_t queue = mq_open("/queue", O_RDWR | O_CREAT | O_EXCL, 0600, &small);
  if (queue < 0 || mq_send(queue, &sent, 1, 0) != 0)
    return 1;
  if (mq_receive(queue, &received, 1, 0) == 1)
    assert(received == 7);
}
