// refused: 3: Not supported: `sem_timedwait`: this function of semaphores.
int s;
int main() { sem_timedwait(&s, 0); }
