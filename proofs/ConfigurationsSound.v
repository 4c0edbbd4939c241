(** * Sets of configurations: every step leads to one of them *)

From Coq Require Import NArith PeanoNat List Permutation Bool.
From Boolprog Require Import Systems Certificates Multisets Index Check Starts IdealsSound ComplementSound.
Import ListNotations.

(** Equal numbers of threads in each state have equal effects. *)
Lemma affects_permutation e o1 o2 o1' :
  Permutation o1 o2 -> affects e o1 o1' -> exists o2', affects e o2 o2' /\ Permutation o1' o2'.
Proof.
  intros P Ha. inversion Ha as [o E|l o E|moves o o' Hmoves E|moves a b l l' Hl E|moves o Hl E]; subst.
  - exists o2. split; [constructor|exact P].
  - exists (l :: o2). split; [constructor|constructor; exact P].
  - destruct (Permutation_Forall2 P Hmoves) as (o2' & P' & H). exists o2'. split; [constructor; exact H|exact P'].
  - assert (Hin : In l o2) by (apply (Permutation_in l P); apply in_or_app; right; left; reflexivity).
    apply in_split in Hin. destruct Hin as (a2 & b2 & ->). exists (a2 ++ l' :: b2). split; [constructor; exact Hl|].
    apply Permutation_app_inv in P. apply Permutation_elt. exact P.
  - exists o2. split; [|exact P]. constructor. intros l K. apply Hl. exact (Permutation_in l (Permutation_sym P) K).
Qed.

Lemma results_complete e others others' :
  affects e others others' -> exists result, In result (results e others) /\ Permutation others' result.
Proof.
  intros Ha. destruct Ha as [o|l o|moves o o' Hmoves|moves o o' l l' Hl|moves o Hl]; simpl.
  - exists o. auto.
  - exists (l :: o). auto.
  - exists o'. split; auto. apply product_spec. induction Hmoves; simpl; constructor; auto.
  - exists (l' :: without l (o ++ l :: o')). split.
    + destruct (every (fun k => is_nil (moved moves k)) (o ++ l :: o')) eqn:E.
      * rewrite every_forall in E. specialize (E l (in_elt l o o')).
        apply is_nil_spec in E. rewrite E in Hl. destruct Hl.
      * apply in_flat_map. exists l. split; [apply in_or_app; right; left; reflexivity|].
        apply (in_map (fun goal => goal :: without l (o ++ l :: o'))). exact Hl.
    + unfold without. destruct (take l (o ++ l :: o')) as [r|] eqn:E.
      * apply take_some in E. transitivity (l' :: o ++ o'); [symmetry; apply Permutation_middle|].
        constructor. apply (Permutation_cons_inv (a := l)). rewrite <- E. apply Permutation_middle.
      * apply take_none in E. destruct E. apply in_or_app. right. left. reflexivity.
  - exists o. split; auto.
    assert (E : every (fun k => is_nil (moved moves k)) o = true).
    { apply every_forall. intros l K. rewrite (Hl l K). reflexivity. }
    rewrite E. left. reflexivity.
Qed.

Section Configurations.
  Variable m : system.
  Variable all : list configuration.
  Let set := index hash_of all.
  Let by_source := index (fun t => source (from_shared t) (from_local t)) (steps m).

  Definition listed (x : configuration) : Prop :=
    exists threads, In (fst x, threads) all /\ Permutation threads (snd x).

  Lemma known_sound x : known set x = true -> listed x.
  Proof.
    unfold known. rewrite some_exists. intros (y & Hy & K). apply look_index in Hy.
    apply andb_true_iff in K. destruct K as [K Hw]. apply andb_true_iff in K. destruct K as [Hs Hl].
    apply N.eqb_eq in Hs. apply Nat.eqb_eq in Hl. apply within_spec in Hw. exists (snd y). split.
    - rewrite <- Hs. destruct y. tauto.
    - apply sub_length_permutation; assumption.
  Qed.

  Lemma listed_permutation sh a b : Permutation a b -> listed (sh, a) -> listed (sh, b).
  Proof. intros P (threads & Hin & Q). exists threads. split; auto. etransitivity; eassumption. Qed.

  Lemma successors_known_sound x y :
    (forall z, In z all -> successors_known set by_source z = true) -> listed x -> next m x y -> listed y.
  Proof.
    intros Hall (threads & Hin & Q) Hnext.
    destruct Hnext as [t others others' from to Ht P Ha P']. simpl in *.
    assert (K : Permutation threads (from_local t :: others)) by (etransitivity; eassumption).
    specialize (Hall _ Hin). unfold successors_known in Hall. rewrite every_forall in Hall. simpl in Hall.
    specialize (Hall (from_local t) (Permutation_in _ (Permutation_sym K) (or_introl eq_refl))).
    rewrite every_forall in Hall. specialize (Hall t).
    assert (L : In t (look (source (from_shared t) (from_local t)) by_source)) by (apply look_index; auto).
    specialize (Hall L). rewrite !N.eqb_refl in Hall. simpl in Hall. rewrite every_forall in Hall.
    assert (W : Permutation others (without (from_local t) threads)).
    { unfold without. destruct (take (from_local t) threads) as [r|] eqn:E.
      - apply take_some in E. apply (Permutation_cons_inv (a := from_local t)). rewrite <- E. symmetry. exact K.
      - apply take_none in E. destruct E. apply (Permutation_in _ (Permutation_sym K)). left. reflexivity. }
    destruct (affects_permutation _ _ _ _ W Ha) as (o2 & Ha2 & P2).
    destruct (results_complete _ _ _ Ha2) as (result & Hresult & P3).
    specialize (Hall result Hresult). apply known_sound in Hall. revert Hall. apply listed_permutation.
    rewrite P'. apply Permutation_app_head. symmetry. etransitivity; eassumption.
  Qed.

  Lemma covers_target_complete x t : covers x t -> covers_target x t = true.
  Proof.
    intros (Hs & Ht). unfold covers_target. apply andb_true_iff. split.
    - destruct (fst t) as [sh|]; auto. apply N.eqb_eq. auto.
    - apply within_spec. exact Ht.
  Qed.
End Configurations.

(** The thread states that occur in configurations. *)
Definition listed_threads (all : list configuration) (sh : shared) (l : local) : Prop :=
  exists threads, In (sh, threads) all /\ In l threads.

Lemma check_configurations_sound m bad all :
  check_configurations m bad all = true -> invariant m bad (listed_threads all) (listed all).
Proof.
  unfold check_configurations. cbv zeta. intros H. apply andb_true_iff in H. destruct H as [Hstarts Hall].
  rewrite every_forall in Hall. split.
  - intros (sh, threads) Hinitial.
    destruct (all_starts_spec _ _ _ _ Hstarts Hinitial) as (sure & others & any & Htest & P & _ & Hnil).
    apply andb_true_iff in Htest. destruct Htest as [Hany Hknown]. apply is_nil_spec in Hany.
    rewrite (Hnil Hany), app_nil_r in P. apply known_sound in Hknown. revert Hknown.
    apply listed_permutation. symmetry. exact P.
  - intros x y. apply successors_known_sound. intros z Hz. specialize (Hall z Hz).
    apply andb_true_iff in Hall. tauto.
  - intros x t (threads & Hin & P) Ht Hc. specialize (Hall _ Hin). apply andb_true_iff in Hall.
    destruct Hall as [_ Hall]. apply negb_true_iff in Hall. apply not_true_iff_false in Hall. apply Hall.
    apply some_exists. exists t. split; auto. apply covers_target_complete.
    destruct Hc as (Hs & rest & Q). split; [exact Hs|]. exists rest. simpl. rewrite P. exact Q.
  - intros x l (threads & Hin & P) Hl. exists threads. split; [exact Hin|]. exact (Permutation_in l (Permutation_sym P) Hl).
Qed.
