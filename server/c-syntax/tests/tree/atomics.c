// Atomic operations, in the forms of GNU C and C11.
_Atomic int counter;
_Atomic(int *) place;
int plain, other, *pointer;

void operators(void) {
    counter++;
    counter = counter + 1;
    counter |= 2;
}

void gnu(void) {
    plain = __sync_fetch_and_add(&plain, 1L);
    __sync_nand_and_fetch(&plain, 1);
    if (__sync_bool_compare_and_swap(&plain, 0, 1)) __sync_synchronize();
    plain = __sync_val_compare_and_swap(&plain, 0, 1);
    __sync_lock_release(&plain);
    plain = __atomic_load_n(&plain, 5);
    __atomic_load(&plain, &other, 5);
    __atomic_store(&plain, &other, 5);
    __atomic_exchange(&plain, &other, &other, 5);
    __atomic_compare_exchange_n(&plain, &other, 3, 0, 5, 5);
    __atomic_compare_exchange(&plain, &other, &other, 1, 5, 5);
    __atomic_add_fetch(&plain, 'a', 0);
    __atomic_fetch_add(&pointer, 4, 0);
    __atomic_test_and_set(&plain, 5);
}

void c11(void) {
    __c11_atomic_init(&counter, 1);
    __c11_atomic_fetch_sub(&counter, 2, 5);
    __c11_atomic_fetch_add(&place, 1, 5);
    __c11_atomic_compare_exchange_weak(&counter, &plain, 3, 5, 5);
    __c11_atomic_thread_fence(5);
}
