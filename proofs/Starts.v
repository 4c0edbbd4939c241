(** * Starts and invariants *)

From Coq Require Import NArith List Permutation Bool.
From Boolprog Require Import Systems Certificates Multisets Index Check.
Import ListNotations.

(** A set that has every start, that no step leaves, and that covers no target; and the thread states that occur in it. *)
Record invariant (m : system) (bad : list target) (occurs : shared -> local -> Prop) (inv : configuration -> Prop) : Prop := {
  has_starts : forall x, initial (starts m) x -> inv x;
  has_steps : forall x y, inv x -> next m x y -> inv y;
  has_no_target : forall x t, inv x -> In t bad -> ~ covers x t;
  has_threads : forall x l, inv x -> In l (snd x) -> occurs (fst x) l }.

(** It proves that a system is safe. *)
Lemma invariant_safe m bad occurs inv : invariant m bad occurs inv -> safe m bad.
Proof.
  intros [Hstart Hstep Hbad _] x t Hreach. apply Hbad.
  induction Hreach as [x Hx|x y _ IH Hnext]; [auto|exact (Hstep _ _ IH Hnext)].
Qed.

Lemma choose_spec : forall pool n others,
  (forall l, In l others -> In l pool) -> length others = n ->
  exists chosen, In chosen (choose pool n) /\ Permutation others chosen.
Proof.
  intros pool. induction pool as [|l pool IHpool].
  - intros n others Hin <-. destruct others as [|o others].
    + exists []. split; [left; reflexivity|apply Permutation_refl].
    + destruct (Hin o). left. reflexivity.
  - intros n. induction n as [|n IHn]; intros others Hin Hlength.
    + destruct others; [|discriminate]. exists []. split; [left; reflexivity|apply Permutation_refl].
    + destruct (member l others) eqn:E.
      * apply member_spec in E. apply in_permutation in E. destruct E as (rest & P).
        destruct (IHn rest) as (chosen & Hc & Pc).
        -- intros o Ho. apply Hin. apply (Permutation_in o (Permutation_sym P)). right. exact Ho.
        -- apply Permutation_length in P. apply eq_add_S. rewrite <- Hlength. symmetry. exact P.
        -- exists (l :: chosen). split.
           ++ apply in_or_app. left. apply in_map. exact Hc.
           ++ rewrite P. constructor. exact Pc.
      * destruct (IHpool (S n) others) as (chosen & Hc & Pc); auto.
        -- intros o Ho. destruct (Hin o Ho) as [->|]; auto.
           assert (member o others = true) by (apply member_spec; exact Ho). congruence.
        -- exists chosen. split; auto. apply in_or_app. right. exact Hc.
Qed.

Lemma all_starts_spec s test sh threads :
  all_starts s test = true -> initial s (sh, threads) ->
  exists sure others any,
    test sh sure any = true /\ Permutation threads (sure ++ others) /\ (forall l, In l others -> In l any) /\
    (any = [] -> others = []).
Proof.
  unfold all_starts. rewrite every_forall. intros Htest Hinitial.
  inversion Hinitial as [sh' others threads' Hsh Hpool Hnumber P]; subst.
  specialize (Htest sh Hsh). destruct (number s) as [n|].
  - rewrite every_forall in Htest.
    destruct (choose_spec (pool s) n others Hpool (Hnumber n eq_refl)) as (chosen & Hc & Pc).
    exists (fixed s ++ chosen), [], []. split; [|split; [|split]]; auto.
    rewrite app_nil_r, P. apply Permutation_app_head. exact Pc.
  - exists (fixed s), others, (pool s). split; [|split; [|split]]; auto.
    intros E. rewrite E in Hpool. destruct others as [|o others]; auto. destruct (Hpool o). left. reflexivity.
Qed.
