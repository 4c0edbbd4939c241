// expect: safe
// A call receives at most as many bytes as are asked for, and writes nothing else.
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

struct { char text[4]; int kept; } all = {"abc", 7};

int main() {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(80)};
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connection < 0) return 1;
  assert(connection > 2);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) return 1;
  ssize_t count = recv(connection, all.text, sizeof all.text, 0);
  assert(count >= -1 && count <= 4);
  if (count < 1) return 1;
  all.text[count - 1] = 0;
  assert(all.kept == 7);
  close(connection);
}
