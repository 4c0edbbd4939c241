(** * The theorems *)

From Coq Require Import NArith List Permutation.
From Boolprog Require Export Systems Certificates Check.
From Boolprog Require Import Starts ComplementSound ConfigurationsSound.
Import ListNotations.

(** The thread states that occur in a set: those of a shared state and a thread. *)
Definition thread_states (c : certificate) : shared -> local -> Prop :=
  match c with
  | Configurations all => listed_threads all
  | Ideals ideals => in_threads ideals
  | Complement ideals _ _ => in_threads ideals
  end.

Lemma check_invariant m bad c : check m bad c = true -> exists inv, invariant m bad (thread_states c) inv.
Proof.
  destruct c as [all|ideals|ideals minimal place_invariants]; simpl; intros H; eexists.
  - exact (check_configurations_sound m bad all H).
  - exact (check_set_sound m bad ideals _ _ H).
  - exact (check_set_sound m bad ideals _ _ H).
Qed.

(** A system is safe if the checker accepts a certificate: no run reaches a configuration that covers a target, for any number
    of threads. The checker is a function that the prover executes; so a file with a system, its targets and a certificate
    proves that the system is safe by computing this function once. *)
Theorem check_sound : forall m bad c, check m bad c = true -> safe m bad.
Proof.
  intros m bad c H. destruct (check_invariant m bad c H) as (inv & Hinv). exact (invariant_safe _ _ _ _ Hinv).
Qed.
