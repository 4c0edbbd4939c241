(** * Sets of values have the values *)

From Coq Require Import NArith PArith List Bool Lia.
From Boolprog Require Import Programs Values.
Import ListNotations.
Local Open Scope N_scope.

Lemma can_be_only b : can_be b (only b) = true.
Proof. destruct b; reflexivity. Qed.

Lemma can_be_both b : can_be b both = true.
Proof. destruct b; reflexivity. Qed.

Lemma can_be_union b s s' : can_be b s = true \/ can_be b s' = true -> can_be b (union s s') = true.
Proof. destruct b; simpl; rewrite orb_true_iff; auto. Qed.

Lemma can_be_combine o b b' s s' :
  can_be b s = true -> can_be b' s' = true -> can_be (apply o b b') (combine o s s') = true.
Proof.
  intros H H'. unfold combine. cbv zeta. apply can_be_union.
  destruct b; [right|left]; apply can_be_union; (destruct b'; [right|left]); rewrite H, H'; apply can_be_only.
Qed.

Lemma can_be_not b (s : truths) : can_be b s = true -> can_be (negb b) (snd s, fst s) = true.
Proof. destruct b; auto. Qed.

(** An expression can have only its possible values. *)
Lemma possible_sound before after (before' after' : variable -> truths) e b :
  (forall x, can_be (before x) (before' x) = true) -> (forall x, can_be (after x) (after' x) = true) ->
  value before after e b -> can_be b (possible before' after' e) = true.
Proof.
  intros Hbefore Hafter Hv. induction Hv; simpl.
  - apply can_be_only.
  - apply can_be_both.
  - apply Hbefore.
  - apply Hafter.
  - apply can_be_not. exact IHHv.
  - apply can_be_combine; assumption.
  - unfold choose. simpl in IHHv1. rewrite IHHv1. apply can_be_union. left. exact IHHv2.
  - unfold choose. simpl in IHHv1. rewrite IHHv1. apply can_be_union. right. exact IHHv2.
Qed.

(** ** Valuations that are known in part *)

Definition allows (k : known) (v : valuation) : Prop :=
  forall x, N.testbit (unknown k) x = false -> N.testbit (known_values k) x = N.testbit v x.

Lemma get_allowed k v x : allows k v -> can_be (get v x) (get_known k x) = true.
Proof.
  intros H. unfold get_known, get. destruct (N.testbit (unknown k) x) eqn:E.
  - apply can_be_both.
  - rewrite (H x E). apply can_be_only.
Qed.

Lemma put_allowed k v x b s : allows k v -> can_be b s = true -> allows (put_known k x s) (put v x b).
Proof.
  intros H Hs y. unfold put_known, put. destruct (N.eq_dec x y) as [<-|Hne].
  - destruct s as [[] []], b; simpl in *; try discriminate;
      rewrite ?N.setbit_eq, ?N.clearbit_eq; intros K; congruence.
  - destruct s as [[] []], b; simpl in *; try discriminate;
      rewrite ?N.setbit_neq, ?N.clearbit_neq by assumption; apply H.
Qed.

Lemma assign_allowed before after (before' after' : variable -> truths) updates v v' :
  (forall x, can_be (before x) (before' x) = true) -> (forall x, can_be (after x) (after' x) = true) ->
  assigned before after updates v v' -> forall k, allows k v -> allows (assign before' after' updates k) v'.
Proof.
  intros Hbefore Hafter Ha. induction Ha as [v|x e b rest v v' Hv Ha IH]; intros k Hk; simpl; [exact Hk|].
  apply IH. apply put_allowed; [exact Hk|]. exact (possible_sound _ _ _ _ _ _ Hbefore Hafter Hv).
Qed.

Lemma in_subsets_of v : forall p, In (N.land v (Npos p)) (subsets_of p).
Proof.
  intros p. revert v. induction p as [p IH|p IH|]; intros v; simpl.
  - apply in_or_app. destruct v as [|[v|v|]]; simpl.
    + left. apply in_map_iff. exists 0. split; [reflexivity|]. exact (IH 0).
    + right. apply in_map_iff. exists (N.land (Npos v) (Npos p)). split; [|apply IH].
      simpl. destruct (Pos.land v p); reflexivity.
    + left. apply in_map_iff. exists (N.land (Npos v) (Npos p)). split; [|apply IH].
      simpl. destruct (Pos.land v p); reflexivity.
    + right. apply in_map_iff. exists 0. split; [reflexivity|]. exact (IH 0).
  - apply in_map_iff. destruct v as [|[v|v|]]; simpl.
    + exists 0. split; [reflexivity|]. exact (IH 0).
    + exists (N.land (Npos v) (Npos p)). split; [|apply IH]. simpl. destruct (Pos.land v p); reflexivity.
    + exists (N.land (Npos v) (Npos p)). split; [|apply IH]. simpl. destruct (Pos.land v p); reflexivity.
    + exists 0. split; [reflexivity|]. exact (IH 0).
  - destruct v as [|[v|v|]]; simpl; auto.
Qed.

Lemma in_subsets v n : In (N.land v n) (subsets n).
Proof. destruct n as [|p]; simpl; [left; destruct v; reflexivity|apply in_subsets_of]. Qed.

(** One of the choices has the values, and knows all that is not forgotten. *)
Lemma choices_allow k v forgotten :
  allows k v -> exists k', In k' (choices k forgotten) /\ allows k' v /\
    N.ldiff (known_values k') forgotten = N.ldiff v forgotten.
Proof.
  intros H. unfold choices. cbv zeta. destruct (N.eqb_spec (N.ldiff (unknown k) forgotten) 0) as [E|E].
  - exists k. split; [left; reflexivity|]. split; [exact H|]. apply N.bits_inj. intros x. rewrite !N.ldiff_spec.
    destruct (N.testbit forgotten x) eqn:F; simpl; [rewrite !andb_false_r; reflexivity|]. rewrite !andb_true_r.
    apply H. apply (f_equal (fun n => N.testbit n x)) in E. rewrite N.ldiff_spec, F, N.bits_0, andb_true_r in E. exact E.
  - set (free := N.ldiff (unknown k) forgotten).
    exists (Known (N.lor (N.ldiff (known_values k) free) (N.land v free)) (N.land (unknown k) forgotten)).
    split; [apply (in_map (fun values => Known (N.lor (N.ldiff (known_values k) free) values) _)); apply in_subsets|].
    assert (Hbit : forall x, N.testbit forgotten x = false \/ N.testbit (unknown k) x = false ->
      N.testbit (N.lor (N.ldiff (known_values k) free) (N.land v free)) x = N.testbit v x).
    { intros x Hx. rewrite N.lor_spec, N.ldiff_spec, N.land_spec. unfold free. rewrite N.ldiff_spec.
      destruct (N.testbit (unknown k) x) eqn:U.
      - destruct Hx as [Hx|Hx]; [|discriminate]. rewrite Hx. simpl. rewrite andb_false_r, andb_true_r. reflexivity.
      - simpl. rewrite andb_true_r, andb_false_r, orb_false_r. apply H. exact U. }
    split.
    + intros x Hx. simpl in *. apply Hbit. rewrite N.land_spec in Hx. apply andb_false_iff in Hx. tauto.
    + simpl. apply N.bits_inj. intros x. rewrite !N.ldiff_spec. destruct (N.testbit forgotten x) eqn:F; simpl.
      * rewrite !andb_false_r. reflexivity.
      * rewrite Hbit by auto. reflexivity.
Qed.

Lemma ends_allow k v forgotten : allows k v -> In (N.ldiff v forgotten) (ends k forgotten).
Proof.
  intros H. destruct (choices_allow k v forgotten H) as (k' & Hk & _ & <-). unfold ends.
  apply (in_map (fun k => N.ldiff (known_values k) forgotten)). exact Hk.
Qed.

(** The rest of a valuation of which some variables are forgotten allows it. *)
Lemma left_allowed v forgotten : allows (Known (N.ldiff v forgotten) forgotten) v.
Proof.
  intros x Hx. simpl in *. rewrite N.ldiff_spec, Hx. simpl. apply andb_true_r.
Qed.

Lemma nothing_allowed : allows (Known 0 0) 0.
Proof. intros x _. reflexivity. Qed.

Lemma truths_allow shared local other (shared' local' : known) other' :
  allows shared' shared -> allows local' local -> (forall name, can_be (other name) (other' name) = true) ->
  forall x, can_be (values_of shared local other x) (truths_of shared' local' other' x) = true.
Proof.
  intros Hs Hl Ho [x|x|name]; simpl; [apply get_allowed; exact Hs|apply get_allowed; exact Hl|apply Ho].
Qed.

Lemma truths_allow_alone shared local (shared' local' : known) :
  allows shared' shared -> allows local' local ->
  forall x, can_be (seen shared local x) (truths_of shared' local' none_other x) = true.
Proof. intros Hs Hl. apply (truths_allow _ _ (fun _ => false) _ _ none_other Hs Hl). reflexivity. Qed.

(** ** Constants *)

Definition has_constants (c : constants) (v : valuation) : Prop := N.land v (constant c) = constant_values c.

Lemma no_constants_has v : has_constants no_constants v.
Proof. unfold has_constants. apply N.land_0_r. Qed.

Lemma constants_allowed c k v : has_constants c v -> allows k v -> allows (with_constants c k) v.
Proof.
  intros Hc Hk x. simpl. rewrite N.ldiff_spec, N.lor_spec, N.ldiff_spec, <- Hc, N.land_spec.
  destruct (N.testbit (constant c) x); simpl.
  - intros _. rewrite andb_false_r, andb_true_r. reflexivity.
  - rewrite !andb_true_r, andb_false_r, orb_false_r. apply Hk.
Qed.

Lemma is_consistent_allowed c k v : has_constants c v -> allows k v -> is_consistent c k = true.
Proof.
  intros Hc Hk. unfold is_consistent. apply N.eqb_eq. apply N.bits_inj. intros x.
  rewrite N.bits_0, N.ldiff_spec, N.lxor_spec, <- Hc, !N.land_spec.
  destruct (N.testbit (unknown k) x) eqn:E; [apply andb_false_r|]. rewrite (Hk x E), xorb_nilpotent. reflexivity.
Qed.

Lemma knows_has c k v : knows c k = true -> allows k v -> has_constants c v.
Proof.
  unfold knows. intros H Hk. apply andb_true_iff in H. destruct H as [Hu Hv].
  apply N.eqb_eq in Hu. apply N.eqb_eq in Hv. unfold has_constants. rewrite <- Hv. apply N.bits_inj. intros x.
  rewrite !N.land_spec. destruct (N.testbit (constant c) x) eqn:E; [|rewrite !andb_false_r; reflexivity].
  rewrite !andb_true_r. symmetry. apply Hk. apply (f_equal (fun n => N.testbit n x)) in Hu.
  rewrite N.land_spec, E, N.bits_0, andb_true_r in Hu. exact Hu.
Qed.

(** Constants stay if no assignment changes them. *)
Lemma assigned_keeps c before after updates v v' :
  assigned before after updates v v' -> (forall x, In x (map fst updates) -> N.testbit (constant c) x = false) ->
  has_constants c v -> has_constants c v'.
Proof.
  intros Ha. induction Ha as [v|x e b rest v v' _ _ IH]; intros Hother Hc; [exact Hc|]. apply IH.
  - intros y Hy. apply Hother. right. exact Hy.
  - unfold has_constants in *. rewrite <- Hc. apply N.bits_inj. intros y. rewrite !N.land_spec.
    destruct (N.testbit (constant c) y) eqn:E; [|rewrite !andb_false_r; reflexivity]. rewrite !andb_true_r.
    assert (Hne : x <> y) by (intros ->; rewrite Hother in E; [discriminate|left; reflexivity]).
    unfold put. destruct b; [apply N.setbit_neq|apply N.clearbit_neq]; exact Hne.
Qed.
