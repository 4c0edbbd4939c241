// expect: safe
// The room for the address of a connection stays what it is, also for the next one.
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main() {
  struct sockaddr_in client;
  socklen_t size = sizeof client;
  int connection = accept(3, (struct sockaddr *)&client, &size);
  connection = accept(3, (struct sockaddr *)&client, &size);
  assert(size == sizeof client);
  return connection;
}
