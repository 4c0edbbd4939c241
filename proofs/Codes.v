(** * States of programs as numbers *)

From Coq Require Import NArith PArith List Bool Lia.
From Boolprog Require Import Programs.
Import ListNotations.
Local Open Scope N_scope.

(** ** Pairs *)

(** A number that begins with [k] zeros, then a one. *)
Fixpoint mark (k : nat) (n : N) : positive :=
  match k with O => N.succ_pos (N.double n) | S k => xO (mark k n) end.

Fixpoint unmark (p : positive) : nat * N :=
  match p with
  | xH => (O, 0)
  | xI q => (O, Npos q)
  | xO q => let (k, n) := unmark q in (S k, n)
  end.

Lemma unmark_mark n : forall k, unmark (mark k n) = (k, n).
Proof. induction k as [|k IH]; simpl; [destruct n; reflexivity|rewrite IH; reflexivity]. Qed.

(** The second number follows the first, whose length is marked. *)
Definition pair_code (a b : N) : N := Npos (mark (N.size_nat a) (a + b * 2 ^ N.of_nat (N.size_nat a))).

Definition unpair (n : N) : N * N :=
  match n with
  | 0 => (0, 0)
  | Npos p => let (k, m) := unmark p in (m mod 2 ^ N.of_nat k, m / 2 ^ N.of_nat k)
  end.

Lemma size_nat_gt a : a < 2 ^ N.of_nat (N.size_nat a).
Proof.
  destruct a as [|p]; [reflexivity|].
  assert (H : N.of_nat (N.size_nat (Npos p)) = N.size (Npos p)).
  { simpl. induction p as [p IH|p IH|]; simpl in *; lia. }
  rewrite H. apply N.size_gt.
Qed.

Lemma unpair_code a b : unpair (pair_code a b) = (a, b).
Proof.
  unfold pair_code, unpair. rewrite unmark_mark. pose proof (size_nat_gt a) as H.
  set (m := 2 ^ N.of_nat (N.size_nat a)) in *. assert (m <> 0) by lia.
  rewrite N.mod_add, N.div_add, N.mod_small, N.div_small by assumption. reflexivity.
Qed.

(** ** Shared states and threads *)

Definition bit_of (b : bool) : N := if b then 1 else 0.

Lemma odd_bit b n : N.odd (bit_of b + 2 * n) = b.
Proof. destruct b; unfold bit_of; rewrite N.odd_add, N.odd_mul; reflexivity. Qed.

Lemma div2_bit b n : N.div2 (bit_of b + 2 * n) = n.
Proof. destruct b, n; reflexivity. Qed.

Definition shared_code (held : bool) (shared : valuation) : N := bit_of held + 2 * shared.

Definition shared_of (n : N) : bool * valuation := (N.odd n, N.div2 n).

Lemma shared_of_code held shared : shared_of (shared_code held shared) = (held, shared).
Proof. unfold shared_of, shared_code. rewrite odd_bit, div2_bit. reflexivity. Qed.

Definition thread_code (t : thread) : N :=
  match t with
  | At l inside v => pair_code l (bit_of false + 2 * (bit_of inside + 2 * v))
  | Failed assertion => pair_code assertion 1
  end.

Definition thread_of (n : N) : thread :=
  let (a, b) := unpair n in
  if N.odd b then Failed a else At a (N.odd (N.div2 b)) (N.div2 (N.div2 b)).

Lemma thread_of_code t : thread_of (thread_code t) = t.
Proof.
  unfold thread_of, thread_code. destruct t as [l inside v|assertion]; rewrite unpair_code; [|reflexivity].
  rewrite !odd_bit, !div2_bit, odd_bit. reflexivity.
Qed.
