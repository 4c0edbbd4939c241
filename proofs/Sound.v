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

(** ** Parts of systems

    The system of a program is not written completely: only the steps of some thread states are, and transfers only for some
    threads. This is enough if these are all that occur in the set. *)

(** Two effects that are the same for threads at local states that occur. *)
Definition agree (occurs : local -> Prop) (e e' : effect) : Prop :=
  match e, e' with
  | Nothing, Nothing => True
  | Create l, Create l' => l = l'
  | Each moves, Each moves' => forall l, occurs l -> destinations moves l = destinations moves' l
  | One moves, One moves' => forall l, occurs l -> moved moves l = moved moves' l
  | _, _ => False
  end.

(** A part of a system: it has the same starts, and the same steps from the thread states that occur. *)
Definition part_of (occurs : shared -> local -> Prop) (part whole : system) : Prop :=
  starts part = starts whole /\
  forall t, In t (steps whole) -> occurs (from_shared t) (from_local t) ->
    exists e, In (Step (from_shared t) (from_local t) (to_shared t) (to_local t) e) (steps part) /\
      agree (occurs (from_shared t)) (on_others t) e.

Lemma affects_agree occurs e e' others others' :
  agree occurs e e' -> (forall l, In l others -> occurs l) -> affects e others others' -> affects e' others others'.
Proof.
  intros Hagree Hin Ha. inversion Ha as [o|l o|moves o o' Hmoves|moves o o' l l' Hl|moves o Hl]; subst;
    destruct e'; simpl in Hagree; try contradiction.
  - constructor.
  - subst. constructor.
  - constructor. clear Ha. induction Hmoves as [|a b o o' Hab Ho IH]; constructor.
    + rewrite <- Hagree; [exact Hab|]. apply Hin. left. reflexivity.
    + apply IH. intros l Hl. apply Hin. right. exact Hl.
  - constructor. rewrite <- Hagree; [exact Hl|]. apply Hin. apply in_or_app. right. left. reflexivity.
  - constructor. intros l K. rewrite <- Hagree; [exact (Hl l K)|]. exact (Hin l K).
Qed.

(** A certificate of a part proves that the whole system is safe, if the part has all steps from the thread states of the set.
    So the steps from other thread states need not be known: they are never taken. *)
Theorem check_part_sound : forall whole part bad c,
  check part bad c = true -> part_of (thread_states c) part whole -> safe whole bad.
Proof.
  intros whole part bad c H [Hstarts Hsteps]. destruct (check_invariant part bad c H) as (inv & Hinv).
  apply (invariant_safe whole bad (thread_states c) inv). destruct Hinv as [Hstart Hstep Hbad Hthreads]. split; auto.
  - rewrite <- Hstarts. exact Hstart.
  - intros x y Hx Hnext. apply (Hstep x y Hx).
    destruct Hnext as [t others others' threads threads' Ht P Ha P'].
    assert (Hoccurs : forall l, In l (from_local t :: others) -> thread_states c (from_shared t) l).
    { intros l Hl. apply (Hthreads _ l Hx). exact (Permutation_in l (Permutation_sym P) Hl). }
    destruct (Hsteps t Ht (Hoccurs _ (or_introl eq_refl))) as (e & He & Hagree).
    apply (next_by part _ others others' threads threads' He P); [|exact P']. simpl.
    refine (affects_agree _ _ _ _ _ Hagree _ Ha). intros l Hl. apply Hoccurs. right. exact Hl.
Qed.
