(** * The theorem

    A system is safe if the checker accepts a certificate: no run reaches a configuration that covers a target, for any number
    of threads. The checker is a function that the prover executes; so a file with a system, its targets and a certificate
    proves that the system is safe by computing this function once. *)

From Boolprog Require Export Systems Certificates Check.
From Boolprog Require Import ComplementSound ConfigurationsSound.

Theorem check_sound : forall m bad c, check m bad c = true -> safe m bad.
Proof.
  intros m bad [all|ideals|ideals minimal place_invariants]; simpl.
  - apply check_configurations_sound.
  - apply check_set_sound.
  - apply check_set_sound.
Qed.
