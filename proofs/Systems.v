(** * Thread transition systems, and what can be reached in them

    This file defines what the theorems of this folder are about. Everything that they say is in this file; all other
    files are checked by the prover. A reader has to trust the definitions here, and nothing else.

    How to read it: [Definition f (x : A) : B := ...] defines a function from [A] to [B]. [Record] is a structure with
    named parts. [Inductive ... : Prop] is a relation that holds exactly in the cases that are listed, each with its
    conditions in front of [->]. [list A] is a list: [[]] is the empty one, [x :: l] starts with [x], and [l ++ k] is [l]
    followed by [k]. [In x l] says that [x] is an element of [l]. [Permutation l k] says that both lists have the same
    elements, each as often, in any order. [N] are the natural numbers. *)

From Coq Require Import NArith List Permutation.
Import ListNotations.

(** Shared states and local states are numbers. *)
Definition shared := N.
Definition local := N.

(** A configuration: the shared state, and the local state of every thread that exists. The order of the threads does not
    matter. There is no bound on their number. *)
Definition configuration : Type := shared * list local.

(** A transfer moves threads that do not act. It lists local states, each with those to which it may lead. *)
Definition transfer := list (local * list local).

(** The places to which a transfer takes a thread at [l]. A thread at a local state that is not listed stays there; a thread
    at a local state that is listed with no destination has none. *)
Fixpoint destinations (moves : transfer) (l : local) : list local :=
  match moves with
  | [] => [l]
  | (from, to) :: rest => if N.eqb from l then to else destinations rest l
  end.

(** The places to which a transfer can move a thread at [l]: none, if [l] is not listed. *)
Fixpoint moved (moves : transfer) (l : local) : list local :=
  match moves with
  | [] => []
  | (from, to) :: rest => if N.eqb from l then to else moved rest l
  end.

(** The effect of a step on the threads that do not take it:
    - [Nothing]: all stay where they are;
    - [Create l]: all stay, and there is a new thread at [l];
    - [Each moves]: each of them moves by the transfer; if one has no destination, the step cannot be taken;
    - [One moves]: one of those that the transfer can move does so; if it can move none of them, all stay. *)
Inductive effect :=
  | Nothing
  | Create (l : local)
  | Each (moves : transfer)
  | One (moves : transfer).

(** The threads that do not take the step, before and after it. *)
Inductive affects : effect -> list local -> list local -> Prop :=
  | affects_nothing : forall others, affects Nothing others others
  | affects_create : forall l others, affects (Create l) others (l :: others)
  | affects_each : forall moves others others',
      Forall2 (fun before after => In after (destinations moves before)) others others' ->
      affects (Each moves) others others'
  | affects_one : forall moves others others' l l',
      In l' (moved moves l) ->
      affects (One moves) (others ++ l :: others') (others ++ l' :: others')
  | affects_no_one : forall moves others,
      (forall l, In l others -> moved moves l = []) ->
      affects (One moves) others others.

(** A step: in shared state [from_shared], a thread at [from_local] may take it. Then the shared state is [to_shared] and
    the thread is at [to_local]; with [None] in its place the thread has ended. *)
Record step := Step {
  from_shared : shared;
  from_local : local;
  to_shared : shared;
  to_local : option local;
  on_others : effect }.

(** The configurations at the start: one of the shared states, one thread at each of [fixed], and [number] more threads, each
    anywhere in [pool]; with [None] in its place, any number of them. *)
Record start := Start {
  start_shared : list shared;
  fixed : list local;
  pool : list local;
  number : option nat }.

(** A thread transition system. *)
Record system := System {
  starts : start;
  steps : list step }.

Definition threads_of (thread : option local) : list local :=
  match thread with Some l => [l] | None => [] end.

(** The initial configurations. *)
Inductive initial (s : start) : configuration -> Prop :=
  | initial_with : forall sh others threads,
      In sh (start_shared s) ->
      (forall l, In l others -> In l (pool s)) ->
      (forall n, number s = Some n -> length others = n) ->
      Permutation threads (fixed s ++ others) ->
      initial s (sh, threads).

(** One step of one thread. *)
Inductive next (m : system) : configuration -> configuration -> Prop :=
  | next_by : forall t others others' threads threads',
      In t (steps m) ->
      Permutation threads (from_local t :: others) ->
      affects (on_others t) others others' ->
      Permutation threads' (threads_of (to_local t) ++ others') ->
      next m (from_shared t, threads) (to_shared t, threads').

(** The configurations that some run from the start reaches. *)
Inductive reach (m : system) : configuration -> Prop :=
  | reach_start : forall x, initial (starts m) x -> reach m x
  | reach_next : forall x y, reach m x -> next m x y -> reach m y.

(** A target: a shared state, or [None] for any, and local states of different threads. *)
Definition target : Type := option shared * list local.

(** A configuration covers a target if it has its shared state and at least its threads. *)
Definition covers (x : configuration) (t : target) : Prop :=
  (forall sh, fst t = Some sh -> fst x = sh) /\
  exists others, Permutation (snd x) (snd t ++ others).

(** No run reaches a configuration that covers one of the targets, however many threads there are. *)
Definition safe (m : system) (bad : list target) : Prop :=
  forall x t, reach m x -> In t bad -> ~ covers x t.
