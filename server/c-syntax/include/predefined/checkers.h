/* Names that model checkers give programs, where the name of one means what that of another one does. */
#define __CPROVER_bool _Bool
#define __ESBMC_assert __CPROVER_assert
#define __ESBMC_assume __CPROVER_assume
#define __ESBMC_atomic_begin __CPROVER_atomic_begin
#define __ESBMC_atomic_end __CPROVER_atomic_end
