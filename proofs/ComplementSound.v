(** * Complements: no step leads to a minimal configuration, and none increases a weight *)

From Coq Require Import NArith List Permutation Bool Lia.
From Boolprog Require Import Systems Certificates Multisets Index Check Starts IdealsSound.
Import ListNotations.

Lemma moved_in moves l goal : In goal (moved moves l) -> exists to, In (l, to) moves /\ In goal to.
Proof.
  induction moves as [|(from, to) moves IH]; simpl; intros H; [destruct H|].
  destruct (N.eqb_spec from l) as [<-|].
  - exists to. auto.
  - destruct (IH H) as (to' & K & L). exists to'. auto.
Qed.

Lemma destinations_cases moves l goal :
  In goal (destinations moves l) ->
  (goal = l /\ some (fun move => N.eqb (fst move) l) moves = false) \/
  exists to, In (l, to) moves /\ In goal to.
Proof.
  induction moves as [|(from, to) moves IH]; simpl; intros H.
  - destruct H as [<-|[]]. auto.
  - destruct (N.eqb_spec from l) as [<-|].
    + right. exists to. auto.
    + simpl. destruct (IH H) as [K|(to' & K & L)]; auto. right. exists to'. auto.
Qed.

Lemma product_spec : forall lists choice,
  Forall2 (fun l list => In l list) choice lists -> In choice (product lists).
Proof.
  induction lists as [|list lists IH]; intros choice H; inversion H as [|l list' rest lists' Hl Hrest]; subst; simpl.
  - auto.
  - apply in_flat_map. exists rest. split; [apply IH; exact Hrest|].
    apply (in_map (fun l0 => l0 :: rest)). exact Hl.
Qed.

Lemma sub_split (wanted others rest : list local) :
  Permutation others (wanted ++ rest) -> sub wanted others.
Proof. intros P. exists rest. exact P. Qed.

(** The threads that came to some places by a transfer. *)
Lemma forall2_sub (R : local -> local -> Prop) : forall wanted others others',
  Forall2 R others others' -> sub wanted others' ->
  exists from, Forall2 R from wanted /\ sub from others.
Proof.
  intros wanted others others' H (rest & P).
  assert (H' : Forall2 (fun a b => R b a) others' others) by (clear - H; induction H; auto).
  destruct (Permutation_Forall2 P H') as (o & Po & Ho).
  - apply Forall2_app_inv_l in Ho. destruct Ho as (from & more & Hfrom & _ & ->).
    exists from. split.
    + clear - Hfrom. induction Hfrom; auto.
    + exists more. exact Po.
Qed.

Section Complement.
  Variable ideals : list ideal.
  Variable minimal : list configuration.
  Variable ws : list weighing.
  Let by_shared := ideals_by_shared (map prepare ideals).
  Let c := MakeComplement by_shared (index fst minimal) ws.

  (** The configurations of the set. *)
  Definition in_set (x : configuration) : Prop :=
    in_ideals ideals (fst x) (snd x) /\
    (forall y, In y minimal -> fst y = fst x -> ~ sub (snd y) (snd x)) /\
    (forall w, In w ws -> (total w (fst x) (snd x) <= limit w)%N).

  Lemma left_out_spec sh y : In y (look sh (left_out c)) <-> In y minimal /\ fst y = sh.
  Proof. apply look_index. Qed.

  Lemma excluded_sound sh threads part :
    excluded c sh part = true -> in_set (sh, threads) -> ~ sub part threads.
  Proof.
    intros He (Hi & Hm & Hw) Hs. unfold excluded in He. apply orb_true_iff in He. destruct He as [He|He];
      [apply orb_true_iff in He; destruct He as [He|He]|].
    - assert (K : covered (within_ideals c) sh [] part = true) by exact (covered_complete ideals sh threads part Hi Hs).
      rewrite K in He. discriminate.
    - apply some_exists in He. destruct He as (y & Hy & K). apply left_out_spec in Hy. destruct Hy as [Hy E].
      apply within_spec in K. apply (Hm y Hy E). exact (sub_trans _ _ _ K Hs).
    - apply some_exists in He. destruct He as (w & Hin & K). apply N.ltb_lt in K. specialize (Hw w Hin).
      unfold total in *. simpl in Hw. pose proof (sum_sub (local_weight w) _ _ Hs). lia.
  Qed.

  Lemma possible_complete sh threads l : in_ideals ideals sh threads -> In l threads -> possible c sh l = true.
  Proof.
    intros Hi Hl. apply (covered_complete ideals sh threads [l] Hi).
    apply in_permutation in Hl. destruct Hl as (rest & P). exists rest. exact P.
  Qed.

  Lemma origins_complete sh moves threads l goal :
    in_ideals ideals sh threads -> In l threads -> In goal (destinations moves l) ->
    In l (origins c sh moves goal).
  Proof.
    intros Hi Hl Hgoal. unfold origins. apply filter_In. split; [|exact (possible_complete sh threads l Hi Hl)].
    apply destinations_cases in Hgoal. apply in_or_app. destruct Hgoal as [(-> & E)|(to & Hmove & Hto)].
    - left. rewrite E. left. reflexivity.
    - right. apply in_map_iff. exists (l, to). split; auto. apply filter_In. split; auto.
      apply member_spec. exact Hto.
  Qed.

  Lemma before_sound sh t wanted others others' threads :
    in_ideals ideals sh threads -> from_shared t = sh ->
    Permutation threads (from_local t :: others) -> affects (on_others t) others others' -> sub wanted others' ->
    exists from, In from (before c t wanted) /\ sub from others.
  Proof.
    intros Hi <- P Ha Hs. unfold before.
    inversion Ha as [o E|l o E|moves o o' Hmoves E|moves o o' l l' Hl E|moves o Hl E]; subst; try rewrite <- E; simpl.
    - exists wanted. split; [left; reflexivity|exact Hs].
    - exists (without l wanted). split; [left; reflexivity|]. apply sub_without. exact Hs.
    - destruct (forall2_sub _ _ _ _ Hmoves Hs) as (from & Hfrom & Hsub). exists from. split; auto.
      apply product_spec.
      assert (K : forall l, In l from -> In l threads).
      { intros l Hl. apply (Permutation_in l (Permutation_sym P)). right. exact (sub_in _ _ _ Hsub Hl). }
      clear - Hfrom K Hi. induction Hfrom; simpl; auto. constructor.
      + refine (origins_complete _ _ _ _ _ Hi _ H). apply K. left. reflexivity.
      + apply IHHfrom. intros l0 Hl0. apply K. right. exact Hl0.
    - destruct (moved_in _ _ _ Hl) as (to & Hmove & Hto).
      exists (l :: without l' wanted). split.
      + apply in_or_app. left. apply in_flat_map. exists (l, to). split; auto. simpl.
        rewrite (possible_complete _ threads l Hi).
        * apply (in_map (fun g => l :: without g wanted)). exact Hto.
        * apply (Permutation_in l (Permutation_sym P)). right. apply in_or_app. right. left. reflexivity.
      + apply (sub_perm_r _ (l :: o ++ o')); [|apply Permutation_middle]. apply sub_cons. apply sub_without.
        apply (sub_perm_r _ _ _ Hs). symmetry. apply Permutation_middle.
    - exists wanted. split; [|exact Hs]. apply in_or_app. right.
      destruct (some (fun l => negb (is_nil (moved moves l))) wanted) eqn:K; [|left; reflexivity].
      apply some_exists in K. destruct K as (l & Hin & K). rewrite (Hl l (sub_in _ _ _ Hs Hin)) in K. discriminate.
  Qed.

  Lemma supplies_nothing_sound t wanted others others' :
    supplies_nothing t wanted = true -> affects (on_others t) others others' ->
    sub wanted (threads_of (to_local t) ++ others') -> from_shared t = to_shared t /\ sub wanted others.
  Proof.
    unfold supplies_nothing. intros H Ha Hs. apply andb_true_iff in H. destruct H as [H He].
    apply andb_true_iff in H. destruct H as [H Hg]. apply N.eqb_eq in H. split; auto.
    assert (Drop : forall l o, member l wanted = false -> sub wanted (l :: o) -> sub wanted o).
    { intros l o Hm K. pose proof (sub_without l wanted o K) as L. unfold without in L.
      destruct (take l wanted) as [r|] eqn:E; auto. apply take_some in E.
      assert (member l wanted = true).
      { apply member_spec. apply (Permutation_in l (Permutation_sym E)). left. reflexivity. }
      congruence. }
    assert (K : sub wanted others').
    { destruct (to_local t) as [l|]; simpl in *; auto. apply negb_true_iff in Hg. apply orb_false_iff in Hg.
      apply (Drop l); tauto. }
    inversion Ha as [o E|l o E|moves o o' Hmoves E|moves o o' l l' Hl E|moves o Hl E]; subst; rewrite <- E in He;
      try discriminate; auto.
    apply negb_true_iff in He. exact (Drop l others He K).
  Qed.

  Lemma weighs_no_more_sound t w others others' threads threads' :
    weighs_no_more c t w = true -> in_ideals ideals (from_shared t) threads ->
    Permutation threads (from_local t :: others) -> affects (on_others t) others others' ->
    Permutation threads' (threads_of (to_local t) ++ others') ->
    (total w (to_shared t) threads' <= total w (from_shared t) threads)%N.
  Proof.
    intros H Hi P Ha P'. unfold total. rewrite (sum_permutation _ _ _ P), (sum_permutation _ _ _ P'), sum_app.
    simpl (sum (local_weight w) (from_local t :: others)).
    assert (Each_in : forall l, In l others -> possible c (from_shared t) l = true).
    { intros l Hl. apply (possible_complete _ threads l Hi). apply (Permutation_in l (Permutation_sym P)). right. exact Hl. }
    unfold weighs_no_more in H.
    inversion Ha as [o E|l o E|moves o o' Hmoves E|moves o o' l l' Hl E|moves o Hl E]; subst; rewrite <- E in H;
      cbv beta zeta in H.
    - apply N.leb_le in H. lia.
    - apply N.leb_le in H. simpl. lia.
    - apply andb_true_iff in H. destruct H as [H K]. apply N.leb_le in H. rewrite every_forall in K.
      assert (L : (sum (local_weight w) others' <= sum (local_weight w) others)%N).
      { clear - Hmoves K Each_in. induction Hmoves as [|a b o o' Hab Ho IH]; simpl; [lia|].
        assert (M : (local_weight w b <= local_weight w a)%N).
        { apply destinations_cases in Hab. destruct Hab as [(-> & _)|(to & Hmove & Hto)]; [lia|].
          specialize (K _ Hmove). simpl in K. rewrite Each_in in K by (left; reflexivity). simpl in K.
          rewrite every_forall in K. apply N.leb_le. apply K. exact Hto. }
        specialize (IH (fun l Hl => Each_in l (or_intror Hl))). lia. }
      lia.
    - apply andb_true_iff in H. destruct H as [_ K]. rewrite every_forall in K.
      destruct (moved_in _ _ _ Hl) as (to & Hmove & Hto). specialize (K _ Hmove). simpl in K.
      rewrite Each_in in K by (apply in_or_app; right; left; reflexivity). simpl in K.
      rewrite every_forall in K. specialize (K _ Hto). apply N.leb_le in K.
      rewrite !sum_app. simpl. lia.
    - apply andb_true_iff in H. destruct H as [H _]. apply N.leb_le in H. lia.
  Qed.

  Lemma step_keeps_sound t others others' threads threads' :
    step_keeps c t = true -> in_set (from_shared t, threads) ->
    Permutation threads (from_local t :: others) -> affects (on_others t) others others' ->
    Permutation threads' (threads_of (to_local t) ++ others') ->
    (forall y, In y minimal -> fst y = to_shared t -> ~ sub (snd y) threads') /\
    (forall w, In w ws -> (total w (to_shared t) threads' <= limit w)%N).
  Proof.
    intros H Hset P Ha P'. pose proof Hset as (Hi & Hm & Hw). simpl in Hi, Hm, Hw. unfold step_keeps in H.
    rewrite (possible_complete _ threads (from_local t) Hi) in H
      by (apply (Permutation_in _ (Permutation_sym P)); left; reflexivity).
    simpl in H. apply andb_true_iff in H. destruct H as [Hweights Harrive]. split.
    - intros y Hy E Hs. unfold arrives_below in Harrive. rewrite every_forall in Harrive.
      assert (Hin : In y (look (to_shared t) (index fst minimal))) by (apply look_index; auto).
      specialize (Harrive y Hin). apply (fun K => sub_perm_r _ _ _ K P') in Hs. apply orb_true_iff in Harrive.
      destruct Harrive as [Hn|Hb].
      + destruct (supplies_nothing_sound t (snd y) others others' Hn Ha Hs) as [Eq Hsub].
        apply (Hm y Hy); [congruence|]. apply (sub_perm_r _ (from_local t :: others)); [|symmetry; exact P].
        apply sub_cons_r. exact Hsub.
      + rewrite every_forall in Hb.
        assert (Hwanted : sub (without_goal t (snd y)) others').
        { unfold without_goal. destruct (to_local t) as [l|]; simpl in Hs; auto. apply sub_without. exact Hs. }
        destruct (before_sound (from_shared t) t _ others others' threads Hi eq_refl P Ha Hwanted) as (from & Hf & Hsub).
        apply (excluded_sound _ threads _ (Hb from Hf) Hset).
        apply (sub_perm_r _ (from_local t :: others)); [|symmetry; exact P]. apply sub_cons. exact Hsub.
    - intros w Hin. rewrite every_forall in Hweights.
      pose proof (weighs_no_more_sound t w others others' threads threads' (Hweights w Hin) Hi P Ha P').
      specialize (Hw w Hin). lia.
  Qed.

  Lemma starts_inside_sound s x : starts_inside c s = true -> initial s x -> in_set x.
  Proof.
    destruct x as (sh, threads). intros H Hinitial.
    destruct (all_starts_spec _ _ _ _ H Hinitial) as (sure & others & any & Htest & P & Hany & _).
    apply andb_true_iff in Htest. destruct Htest as [Htest Hweights]. apply andb_true_iff in Htest.
    destruct Htest as [Hcovered Hminimal]. split; [|split].
    - exact (covered_sound ideals sh any sure others threads Hcovered P Hany).
    - simpl. intros y Hy E Hs. rewrite every_forall in Hminimal.
      assert (Hin : In y (look sh (index fst minimal))) by (apply look_index; auto).
      specialize (Hminimal y Hin). apply negb_true_iff in Hminimal. apply not_true_iff_false in Hminimal.
      apply Hminimal. apply within_spec.
      apply (fun K => sub_perm_r _ _ _ K P) in Hs. apply (counted_sub (fun l => member l any)) in Hs.
      rewrite counted_app, (counted_nil _ others), app_nil_r in Hs.
      + apply (sub_trans _ _ _ Hs). apply counted_part.
      + intros l Hl. apply member_spec. auto.
    - simpl. intros w Hw. rewrite every_forall in Hweights. specialize (Hweights w Hw).
      apply andb_true_iff in Hweights. destruct Hweights as [Hzero Hlight]. apply negb_true_iff in Hlight.
      apply N.ltb_ge in Hlight. rewrite every_forall in Hzero. unfold total in *.
      rewrite (sum_permutation _ _ _ P), sum_app.
      assert (K : sum (local_weight w) others = 0%N).
      { clear - Hzero Hany. induction others as [|l others IH]; simpl; auto.
        rewrite IH by (intros; apply Hany; right; assumption).
        assert (L : local_weight w l = 0%N) by (apply N.eqb_eq, Hzero, Hany; left; reflexivity).
        rewrite L. reflexivity. }
      lia.
  Qed.

  Lemma misses_sound t x :
    misses c (flat_map ideal_shared ideals) t = true -> in_set x -> ~ covers x t.
  Proof.
    destruct x as (sh, threads). intros H Hset (Hsh & Hthreads). simpl in Hsh, Hthreads. unfold misses in H.
    destruct (fst t) as [sh'|].
    - rewrite (Hsh sh' eq_refl) in Hset. exact (excluded_sound _ _ _ H Hset Hthreads).
    - rewrite every_forall in H. refine (excluded_sound _ _ _ (H sh _) Hset Hthreads).
      destruct Hset as ((i & Hi & Hin & _) & _). apply in_flat_map. exists i. auto.
  Qed.
End Complement.

(** The thread states that occur in ideals. *)
Definition in_threads (ideals : list ideal) (sh : shared) (l : local) : Prop :=
  exists i, In i ideals /\ In sh (ideal_shared i) /\ (In l (omega i) \/ exists tail, In tail (tails i) /\ In l tail).

Lemma inside_threads i sh threads l :
  inside i sh threads -> In l threads -> In l (omega i) \/ exists tail, In tail (tails i) /\ In l tail.
Proof.
  intros (_ & tail & Ht & Hs) Hl. destruct (is_omega (prepare i) l) eqn:E.
  - left. apply is_omega_spec. exact E.
  - right. exists tail. split; auto. apply (sub_in _ _ _ Hs). apply filter_In. rewrite E. auto.
Qed.

Lemma check_set_sound m bad ideals minimal place_invariants :
  check_set m bad ideals minimal place_invariants = true ->
  invariant m bad (in_threads ideals) (in_set ideals minimal (map weigh_by place_invariants)).
Proof.
  unfold check_set. cbv zeta. intros H.
  apply andb_true_iff in H. destruct H as [H Hkeeps]. apply andb_true_iff in H. destruct H as [H Hclosed].
  apply andb_true_iff in H. destruct H as [Hstarts Hmisses]. rewrite every_forall in Hmisses. split.
  - intros x. exact (starts_inside_sound _ _ _ _ x Hstarts).
  - intros x y Hset Hnext.
    pose proof (ideals_closed_sound ideals m Hclosed x y (proj1 Hset) Hnext) as Hy.
    apply orb_true_iff in Hkeeps. destruct Hkeeps as [Hnil|Hkeeps].
    + apply andb_true_iff in Hnil. destruct Hnil as [Hm Hp]. apply is_nil_spec in Hm, Hp. subst.
      split; [exact Hy|]. split; [intros z []|intros w []].
    + rewrite every_forall in Hkeeps. destruct Hnext as [t others others' threads threads' Ht P Ha P'].
      split; [exact Hy|]. exact (step_keeps_sound _ _ _ t others others' threads threads' (Hkeeps t Ht) Hset P Ha P').
  - intros x t Hset Ht. exact (misses_sound _ _ _ t x (Hmisses t Ht) Hset).
  - intros x l ((i & Hi & Hin) & _) Hl. exists i. split; auto. split; [exact (proj1 Hin)|].
    exact (inside_threads i _ _ l Hin Hl).
Qed.
