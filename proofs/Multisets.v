(** * Lists as multisets *)

From Coq Require Import NArith List Permutation Lia Bool.
Import ListNotations.

(** Removes one occurrence of a number; [None] if there is none. *)
Fixpoint take (l : N) (threads : list N) : option (list N) :=
  match threads with
  | [] => None
  | t :: rest =>
      if N.eqb t l then Some rest
      else match take l rest with Some r => Some (t :: r) | None => None end
  end.

(** The same, and the list itself if there is none. *)
Definition without (l : N) (threads : list N) : list N :=
  match take l threads with Some rest => rest | None => threads end.

(** [true] if a number is in a list. *)
Definition member (l : N) (list : list N) : bool := existsb (N.eqb l) list.

(** [true] if the first list is part of the second, with repetition. *)
Fixpoint within (few many : list N) : bool :=
  match few with
  | [] => true
  | l :: rest => match take l many with Some others => within rest others | None => false end
  end.

(** The first list is part of the second, with repetition. *)
Definition sub (few many : list N) : Prop := exists rest, Permutation many (few ++ rest).

Lemma member_spec l list : member l list = true <-> In l list.
Proof.
  unfold member. rewrite existsb_exists. split.
  - intros (x & Hin & Heq). apply N.eqb_eq in Heq. congruence.
  - intros Hin. exists l. split; auto. apply N.eqb_refl.
Qed.

Lemma take_some l : forall threads rest, take l threads = Some rest -> Permutation threads (l :: rest).
Proof.
  induction threads as [|t threads IH]; simpl; intros rest H; [discriminate|].
  destruct (N.eqb_spec t l).
  - inversion H; subst. apply Permutation_refl.
  - destruct (take l threads) as [r|]; [|discriminate]. inversion H; subst.
    rewrite (IH r eq_refl). apply perm_swap.
Qed.

Lemma take_none l : forall threads, take l threads = None -> ~ In l threads.
Proof.
  induction threads as [|t threads IH]; simpl; intros H; [tauto|].
  destruct (N.eqb_spec t l); [discriminate|].
  destruct (take l threads); [discriminate|]. intros [E|Hin]; [congruence|]. exact (IH eq_refl Hin).
Qed.

Lemma in_permutation (l : N) threads : In l threads -> exists rest, Permutation threads (l :: rest).
Proof.
  intros Hin. apply in_split in Hin. destruct Hin as (a & b & ->).
  exists (a ++ b). symmetry. apply Permutation_middle.
Qed.

Lemma sub_refl l : sub l l.
Proof. exists []. rewrite app_nil_r. apply Permutation_refl. Qed.

Lemma sub_nil l : sub [] l.
Proof. exists l. apply Permutation_refl. Qed.

Lemma sub_trans a b c : sub a b -> sub b c -> sub a c.
Proof.
  intros (r & Hr) (s & Hs). exists (r ++ s). rewrite Hs, Hr. rewrite app_assoc. apply Permutation_refl.
Qed.

Lemma sub_perm a b : Permutation a b -> sub a b.
Proof. intros H. exists []. rewrite app_nil_r. symmetry. exact H. Qed.

Lemma sub_perm_r a b c : sub a b -> Permutation b c -> sub a c.
Proof. intros H P. exact (sub_trans _ _ _ H (sub_perm _ _ P)). Qed.

Lemma sub_perm_l a b c : Permutation a b -> sub b c -> sub a c.
Proof. intros P H. exact (sub_trans _ _ _ (sub_perm _ _ P) H). Qed.

Lemma sub_app_r a b : sub a (a ++ b).
Proof. exists b. apply Permutation_refl. Qed.

Lemma sub_app_l a b : sub b (a ++ b).
Proof. exists a. apply Permutation_app_comm. Qed.

Lemma sub_cons_r (l : N) a b : sub a b -> sub a (l :: b).
Proof. intros H. apply (sub_trans _ _ _ H). apply (sub_app_l [l]). Qed.

Lemma sub_cons l a b : sub a b -> sub (l :: a) (l :: b).
Proof. intros (r & Hr). exists r. simpl. constructor. exact Hr. Qed.

Lemma sub_app a b c d : sub a b -> sub c d -> sub (a ++ c) (b ++ d).
Proof.
  intros (r & Hr) (s & Hs). exists (r ++ s). rewrite Hr, Hs.
  rewrite <- !app_assoc. apply Permutation_app_head.
  rewrite !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm.
Qed.

Lemma sub_cons_inv l a b : sub (l :: a) (l :: b) -> sub a b.
Proof. intros (r & Hr). exists r. simpl in Hr. exact (Permutation_cons_inv Hr). Qed.

Lemma sub_in a b (l : N) : sub a b -> In l a -> In l b.
Proof.
  intros (r & Hr) Hin. apply (Permutation_in l (Permutation_sym Hr)). apply in_or_app. auto.
Qed.

Lemma sub_without l wanted others : sub wanted (l :: others) -> sub (without l wanted) others.
Proof.
  unfold without. destruct (take l wanted) as [r|] eqn:E; intros H.
  - apply take_some in E. apply (sub_cons_inv l). apply (sub_perm_l _ wanted); [symmetry; exact E|exact H].
  - apply take_none in E. destruct H as (r & Hr).
    assert (Hin : In l (wanted ++ r)) by (apply (Permutation_in l Hr); left; reflexivity).
    apply in_app_or in Hin. destruct Hin as [Hin|Hin]; [contradiction|].
    apply in_permutation in Hin. destruct Hin as (r' & Hr'). exists r'.
    apply (Permutation_cons_inv (a := l)). rewrite Hr, Hr'. symmetry. apply Permutation_middle.
Qed.

Lemma sub_not_in l a b : ~ In l a -> sub a (l :: b) -> sub a b.
Proof.
  intros H S. pose proof (sub_without l a b S) as K. unfold without in K.
  destruct (take l a) as [r|] eqn:E; auto. apply take_some in E. destruct H.
  apply (Permutation_in l (Permutation_sym E)). left. reflexivity.
Qed.

Lemma within_spec : forall few many, within few many = true <-> sub few many.
Proof.
  induction few as [|l few IH]; simpl; intros many.
  - split; auto. intros _. apply sub_nil.
  - destruct (take l many) as [others|] eqn:E.
    + apply take_some in E. rewrite IH. split; intros H.
      * apply (sub_perm_r _ (l :: others)); [apply sub_cons; exact H|symmetry; exact E].
      * apply (sub_cons_inv l). apply (sub_perm_r _ many); auto.
    + apply take_none in E. split; [discriminate|]. intros H. exfalso. apply E.
      apply (sub_in _ _ _ H). left. reflexivity.
Qed.

Lemma sub_length_permutation a b : sub a b -> length a = length b -> Permutation a b.
Proof.
  intros (r & Hr) Hl. assert (length r = 0).
  { apply Permutation_length in Hr. rewrite app_length in Hr. lia. }
  destruct r; [|discriminate]. rewrite app_nil_r in Hr. symmetry. exact Hr.
Qed.

Lemma permutation_filter (f : N -> bool) a b : Permutation a b -> Permutation (filter f a) (filter f b).
Proof.
  induction 1; simpl; auto.
  - destruct (f x); auto.
  - destruct (f x), (f y); auto. apply perm_swap.
  - etransitivity; eassumption.
Qed.

Lemma permutation_partition (f : N -> bool) a :
  Permutation a (filter f a ++ filter (fun l => negb (f l)) a).
Proof.
  induction a as [|l a IH]; simpl; auto. destruct (f l); simpl.
  - constructor. exact IH.
  - rewrite IH at 1. apply Permutation_middle.
Qed.

Lemma sub_filter (f : N -> bool) a b : sub a b -> sub (filter f a) (filter f b).
Proof.
  intros (r & Hr). exists (filter f r). rewrite <- filter_app. apply permutation_filter. exact Hr.
Qed.

(** The sum of a function over a list. *)
Definition sum (f : N -> N) (list : list N) : N := fold_right (fun l s => (f l + s)%N) 0%N list.

Lemma sum_app f a b : sum f (a ++ b) = (sum f a + sum f b)%N.
Proof. induction a; simpl; [reflexivity|]. rewrite IHa. lia. Qed.

Lemma sum_permutation f a b : Permutation a b -> sum f a = sum f b.
Proof. induction 1; simpl; lia. Qed.

Lemma sum_sub f a b : sub a b -> (sum f a <= sum f b)%N.
Proof. intros (r & Hr). rewrite (sum_permutation _ _ _ Hr), sum_app. lia. Qed.
