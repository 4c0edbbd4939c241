(** * Tables: lists that are looked up by a number *)

From Coq Require Import NArith List FMapPositive.
Import ListNotations.

(** [existsb] and [forallb] that stop at the first element that decides: the prover evaluates both arguments of [orb] and of
    [andb]. *)
Fixpoint some {A} (test : A -> bool) (list : list A) : bool :=
  match list with [] => false | a :: rest => if test a then true else some test rest end.

Fixpoint every {A} (test : A -> bool) (list : list A) : bool :=
  match list with [] => true | a :: rest => if test a then every test rest else false end.

Lemma some_exists {A} (test : A -> bool) list : some test list = true <-> exists a, In a list /\ test a = true.
Proof.
  rewrite <- existsb_exists. enough (E : some test list = existsb test list) by (rewrite E; tauto).
  induction list as [|a list IH]; simpl; [|rewrite IH]; reflexivity.
Qed.

Lemma every_forall {A} (test : A -> bool) list : every test list = true <-> forall a, In a list -> test a = true.
Proof.
  rewrite <- forallb_forall. enough (E : every test list = forallb test list) by (rewrite E; tauto).
  induction list as [|a list IH]; simpl; [|rewrite IH]; reflexivity.
Qed.

Section Index.
  Context {A : Type} (number_of : A -> N).

  Definition table := PositiveMap.t (list A).

  (** The entries of a table with a number. *)
  Definition look (n : N) (t : table) : list A :=
    match PositiveMap.find (N.succ_pos n) t with Some found => found | None => [] end.

  Definition insert (t : table) (a : A) : table :=
    PositiveMap.add (N.succ_pos (number_of a)) (a :: look (number_of a) t) t.

  (** The table of a list. *)
  Definition index (list : list A) : table := fold_left insert list (PositiveMap.empty _).

  Lemma look_insert n a b t : In a (look n (insert t b)) <-> In a (look n t) \/ (a = b /\ number_of b = n).
  Proof.
    unfold insert, look at 1. destruct (N.eq_dec (number_of b) n) as [E|E].
    - rewrite E, PositiveMap.gss. simpl. split; intros [H|H]; auto.
      destruct H; auto.
    - rewrite PositiveMap.gso.
      + split; [auto|]. intros [H|[_ H]]; [exact H|contradiction].
      + intros H. apply E. apply (f_equal Pos.pred_N) in H. rewrite !N.pos_pred_succ in H. congruence.
  Qed.

  Lemma look_fold n a : forall list t,
    In a (look n (fold_left insert list t)) <-> In a (look n t) \/ (In a list /\ number_of a = n).
  Proof.
    induction list as [|b list IH]; simpl; intros t; [tauto|].
    rewrite IH, look_insert. intuition congruence.
  Qed.

  (** A table has exactly the elements of its list. *)
  Lemma look_index n a list : In a (look n (index list)) <-> In a list /\ number_of a = n.
  Proof.
    unfold index. rewrite look_fold. unfold look at 1. rewrite PositiveMap.gempty. simpl. tauto.
  Qed.
End Index.
Arguments table A : clear implicits.

(** [true] if a set of numbers has one. *)
Definition has (set : table N) (n : N) : bool := match look n set with [] => false | _ => true end.

Lemma has_spec list n : has (index (fun l => l) list) n = true <-> In n list.
Proof.
  unfold has. pose proof (look_index (fun l : N => l) n n list) as H.
  destruct (look n (index (fun l => l) list)) as [|a found] eqn:E; split; intros K.
  - discriminate.
  - exfalso. apply (proj2 H). auto.
  - assert (F : In a (look n (index (fun l => l) list))) by (rewrite E; left; reflexivity).
    apply look_index in F. destruct F as [F ->]. exact F.
  - reflexivity.
Qed.
