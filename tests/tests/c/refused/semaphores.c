// refused: 3: Not supported: `sem_getvalue`: this function of semaphores.
int s, value;
int main() { sem_getvalue(&s, &value); }
