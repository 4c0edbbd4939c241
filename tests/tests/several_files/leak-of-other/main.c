// expect: unsafe --property leak --link store.c
// says: store.c, line 4: what is allocated in store.c, line 4 is not freed when the program ends
void put(void);
int main(void) {
  put();
}
