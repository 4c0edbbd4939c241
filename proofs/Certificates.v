(** * Certificates

    A certificate is a set of configurations. This file has its three kinds as data, as in the page on the certificate format,
    and no proofs. *)

From Coq Require Import NArith List.
From Boolprog Require Import Systems.

(** The configurations with one of the shared states [ideal_shared], any number of threads in each local state of [omega], and
    besides them at most the threads of one of the [tails]. *)
Record ideal := Ideal {
  ideal_shared : list shared;
  omega : list local;
  tails : list (list local) }.

(** Weights of states; those that are not listed have weight 0. The weight of a configuration is that of its shared state and
    of all its threads together. It is at most [bound]. *)
Record place_invariant := PlaceInvariant {
  shared_weights : list (shared * N);
  local_weights : list (local * N);
  bound : N }.

(** The kinds of sets:
    - [Configurations]: exactly these;
    - [Ideals]: those in one of the ideals;
    - [Complement]: those in one of the ideals that are within the bounds of all place invariants, and not above one of the
      [minimal] configurations (the same shared state and at least these threads). *)
Inductive certificate :=
  | Configurations (all : list configuration)
  | Ideals (ideals : list ideal)
  | Complement (ideals : list ideal) (minimal : list configuration) (place_invariants : list place_invariant).
