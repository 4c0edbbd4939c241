(** * Ideals: no step leaves them *)

From Coq Require Import NArith List Permutation Bool.
From Boolprog Require Import Systems Certificates Multisets Index Check.
Import ListNotations.

Lemma is_nil_spec {A} (l : list A) : is_nil l = true -> l = [].
Proof. destruct l; [reflexivity|discriminate]. Qed.

Lemma counted_app f a b : counted f (a ++ b) = counted f a ++ counted f b.
Proof. apply filter_app. Qed.

Lemma counted_permutation f a b : Permutation a b -> Permutation (counted f a) (counted f b).
Proof. apply permutation_filter. Qed.

Lemma counted_sub f a b : sub a b -> sub (counted f a) (counted f b).
Proof. apply sub_filter. Qed.

Lemma counted_part f a : sub (counted f a) a.
Proof.
  exists (filter f a). rewrite (permutation_partition f a) at 1. apply Permutation_app_comm.
Qed.

Lemma counted_nil f a : (forall l, In l a -> f l = true) -> counted f a = [].
Proof.
  induction a as [|l a IH]; simpl; intros H; auto. rewrite (H l) by auto. simpl. apply IH. auto.
Qed.

Lemma counted_counted f g a : (forall l, f l = true -> g l = true) -> counted g (counted f a) = counted g a.
Proof.
  intros H. unfold counted. induction a as [|l a IH]; simpl; auto. destruct (f l) eqn:E; simpl.
  - rewrite (H l E). simpl. exact IH.
  - destruct (g l); simpl; congruence.
Qed.

(** Threads of a smaller ideal are threads of a larger one. *)
Lemma counted_larger f g threads new tail :
  (forall l, f l = true -> g l = true) ->
  sub (counted f threads) new -> sub (counted g new) tail -> sub (counted g threads) tail.
Proof.
  intros H S T. rewrite <- (counted_counted f g threads H).
  exact (sub_trans _ _ _ (counted_sub g _ _ S) T).
Qed.

Lemma take_all_spec : forall few more many,
  sub (few ++ more) many -> exists rest, take_all few many = Some rest /\ sub more rest.
Proof.
  induction few as [|l few IH]; simpl; intros more many H.
  - exists many. auto.
  - destruct (take l many) as [others|] eqn:E.
    + apply take_some in E. apply IH. apply (sub_cons_inv l). exact (sub_perm_r _ _ _ H E).
    + apply take_none in E. destruct E. apply (sub_in _ _ _ H). left. reflexivity.
Qed.

(** The configurations of an ideal. *)
Definition inside (i : ideal) (sh : shared) (threads : list local) : Prop :=
  In sh (ideal_shared i) /\
  exists tail, In tail (tails i) /\ sub (counted (is_omega (prepare i)) threads) tail.

Lemma is_omega_spec i l : is_omega (prepare i) l = true <-> In l (omega i).
Proof. apply has_spec. Qed.

Lemma by_thread_spec i l tail : In (l, tail) (look l (by_thread (prepare i))) <-> In tail (tails i) /\ In l tail.
Proof.
  simpl. rewrite look_index, in_flat_map. split.
  - intros ((tail' & Ht & Hin) & _). apply in_map_iff in Hin. destruct Hin as (l' & E & Hl).
    inversion E; subst. auto.
  - intros (Ht & Hl). split; auto. exists tail. split; auto. apply in_map_iff. exists l. auto.
Qed.

Lemma parts_spec : forall tail few, sub few tail -> exists part, In part (parts tail) /\ Permutation few part.
Proof.
  induction tail as [|l tail IH]; simpl; intros few H.
  - exists []. split; auto. destruct few as [|l few]; auto. destruct (sub_in _ _ l H). left. reflexivity.
  - destruct (member l few) eqn:E.
    + apply member_spec, in_permutation in E. destruct E as (rest & P).
      destruct (IH rest) as (part & Hpart & Q).
      * apply (sub_cons_inv l). exact (sub_perm_l _ _ _ (Permutation_sym P) H).
      * exists (l :: part). split; [apply in_or_app; left; apply in_map; exact Hpart|].
        rewrite P. constructor. exact Q.
    + destruct (IH few) as (part & Hpart & Q).
      * apply (sub_not_in l); auto. intros K. apply member_spec in K. congruence.
      * exists part. split; auto. apply in_or_app. auto.
Qed.

Lemma fits_spec i threads :
  fits (prepare i) threads = true <->
  exists tail, In tail (tails i) /\ sub (counted (is_omega (prepare i)) threads) tail.
Proof.
  unfold fits. destruct (counted (is_omega (prepare i)) threads) as [|l rest].
  - change (the (prepare i)) with i. destruct (tails i) as [|tail others]; split; intros H.
    + discriminate.
    + destruct H as (tail & [] & _).
    + exists tail. split; [left; reflexivity|apply sub_nil].
    + reflexivity.
  - cbv beta iota. set (few := l :: rest).
    match goal with |- (if ?a then true else ?b) = true <-> ?P => change (orb a b = true <-> P) end.
    rewrite orb_true_iff, !some_exists. split.
    + intros [((h, tail) & Hin & Hw)|(tail & Hin & Hw)]; apply within_spec in Hw; exists tail; split; auto.
      * apply look_index in Hin. destruct Hin as [Hin _]. apply in_flat_map in Hin.
        destruct Hin as (tail' & Ht & Hin). apply in_map_iff in Hin. destruct Hin as (part & E & _).
        inversion E; subst. apply filter_In in Ht. tauto.
      * apply filter_In in Hin. tauto.
    + intros (tail & Hin & Hs). destruct (is_short tail) eqn:E.
      * left. destruct (parts_spec tail few Hs) as (part & Hpart & P). exists (hash part, tail). split.
        -- apply look_index. split; [|symmetry; apply (sum_permutation _ _ _ P)].
           apply in_flat_map. exists tail. split; [apply filter_In; auto|].
           apply in_map_iff. exists part. auto.
        -- apply within_spec. exact Hs.
      * right. exists tail. split; [apply filter_In; rewrite E; auto|apply within_spec; exact Hs].
Qed.

Lemma affected_spec i gone others tail :
  In tail (tails i) -> sub (gone ++ others) tail -> In tail (affected (prepare i) gone).
Proof.
  intros Hin Hs. destruct gone as [|l gone]; [exact Hin|]. unfold affected.
  apply in_map_iff. exists (l, tail). split; auto. apply by_thread_spec. split; auto.
  apply (sub_in _ _ _ Hs). left. reflexivity.
Qed.

(** The rest of an ideal when threads are taken away. *)
Lemma lose i removed others threads tail :
  In tail (tails i) -> sub (counted (is_omega (prepare i)) threads) tail -> Permutation threads (removed ++ others) ->
  In tail (affected (prepare i) (counted (is_omega (prepare i)) removed)) /\
  exists rest, take_all (counted (is_omega (prepare i)) removed) tail = Some rest /\
    sub (counted (is_omega (prepare i)) others) rest.
Proof.
  intros Hin Hs P.
  assert (S : sub (counted (is_omega (prepare i)) removed ++ counted (is_omega (prepare i)) others) tail).
  { rewrite <- counted_app. apply (sub_perm_l _ (counted (is_omega (prepare i)) threads)); auto.
    apply counted_permutation. symmetry. exact P. }
  split; [exact (affected_spec _ _ _ _ Hin S)|exact (take_all_spec _ _ _ S)].
Qed.

Section Closed.
  Variable ideals : list ideal.
  Let by_shared := ideals_by_shared (map prepare ideals).

  (** The configurations of all ideals. *)
  Definition in_ideals (sh : shared) (threads : list local) : Prop :=
    exists i, In i ideals /\ inside i sh threads.

  Lemma in_ideals_permutation sh a b : Permutation a b -> in_ideals sh a -> in_ideals sh b.
  Proof.
    intros P (i & Hi & Hsh & tail & Ht & Hs). exists i. split; auto. split; auto. exists tail. split; auto.
    apply (sub_perm_l _ (counted (is_omega (prepare i)) a)); auto. apply counted_permutation. symmetry. exact P.
  Qed.

  Lemma ideals_with_spec sh q :
    In q (ideals_with by_shared sh) <-> exists i, In i ideals /\ q = prepare i /\ In sh (ideal_shared i).
  Proof.
    unfold ideals_with, by_shared, ideals_by_shared. rewrite in_map_iff. split.
    - intros ((sh', p) & <- & Hin). apply look_index in Hin. destruct Hin as [Hin E]. simpl in E. subst sh'.
      apply in_flat_map in Hin. destruct Hin as (p' & Hp & Hin). apply in_map_iff in Hp. destruct Hp as (i & <- & Hi).
      apply in_map_iff in Hin. destruct Hin as (sh' & E & Hsh). inversion E; subst. exists i. auto.
    - intros (i & Hi & -> & Hsh). exists (sh, prepare i). split; auto. apply look_index. split; auto.
      apply in_flat_map. exists (prepare i). split; [apply in_map; exact Hi|].
      apply in_map_iff. exists sh. auto.
  Qed.

  Lemma covered_complete sh threads part :
    in_ideals sh threads -> sub part threads -> covered by_shared sh [] part = true.
  Proof.
    intros (i & Hi & Hsh & tail & Ht & Hs) Hp. unfold covered. apply some_exists. exists (prepare i). split.
    - apply ideals_with_spec. exists i. auto.
    - simpl. apply fits_spec. exists tail. split; auto.
      exact (sub_trans _ _ _ (counted_sub _ _ _ Hp) Hs).
  Qed.

  Lemma covered_sound sh any sure others threads :
    covered by_shared sh any sure = true -> Permutation threads (sure ++ others) ->
    (forall l, In l others -> In l any) -> in_ideals sh threads.
  Proof.
    unfold covered. rewrite some_exists. intros (q & Hq & H) P Hany. apply andb_true_iff in H.
    destruct H as [Homega Hfits]. apply ideals_with_spec in Hq. destruct Hq as (i & Hi & -> & Hsh).
    apply fits_spec in Hfits. destruct Hfits as (tail & Ht & Hs). exists i. split; auto. split; auto.
    exists tail. split; auto. apply (sub_perm_l _ _ _ (counted_permutation _ _ _ P)). rewrite counted_app.
    rewrite (counted_nil _ others), app_nil_r; auto.
    intros l Hl. rewrite every_forall in Homega. auto.
  Qed.

  (** The ideals in which the results of a step from an ideal may be. *)
  Definition are_above (ups : list prepared) (i : ideal) (sh : shared) : Prop :=
    forall q, In q ups -> exists j, In j ideals /\ q = prepare j /\ In sh (ideal_shared j) /\
      (forall l, is_omega (prepare i) l = true -> is_omega q l = true).

  Lemma above_spec i sh : are_above (above by_shared (prepare i) sh) i sh.
  Proof.
    intros q Hq. unfold above in Hq. apply filter_In in Hq. destruct Hq as [Hq Homega].
    apply ideals_with_spec in Hq. destruct Hq as (j & Hj & -> & Hsh). exists j. repeat split; auto.
    intros l Hl. rewrite every_forall in Homega. apply Homega. apply is_omega_spec. exact Hl.
  Qed.

  Lemma change_stays_sound ups i sh to removed added others threads threads' :
    change_stays ups (prepare i) to removed added = true -> are_above ups i to ->
    In i ideals -> inside i sh threads ->
    Permutation threads (removed ++ others) -> Permutation threads' (added ++ others) ->
    in_ideals to threads'.
  Proof.
    intros Hc Hups Hi (Hsh & tail & Ht & Hs) P P'. unfold change_stays in Hc. apply orb_true_iff in Hc.
    destruct Hc as [Hc|Hc].
    - apply andb_true_iff in Hc. destruct Hc as [Hc Hto]. apply andb_true_iff in Hc. destruct Hc as [Hgone Hadded].
      apply is_nil_spec in Hgone. apply member_spec in Hto. rewrite every_forall in Hadded.
      exists i. split; auto. split; auto. exists tail. split; auto.
      apply (sub_perm_l _ _ _ (counted_permutation _ _ _ P')). rewrite counted_app, (counted_nil _ added) by auto.
      apply (sub_trans _ (counted (is_omega (prepare i)) threads)); auto.
      apply (sub_perm_r _ _ _ (sub_refl _)). rewrite (counted_permutation _ _ _ P), counted_app, Hgone.
      apply Permutation_refl.
    - rewrite every_forall in Hc.
      destruct (lose i removed others threads tail Ht Hs P) as (Ha & rest & Htake & Hrest).
      specialize (Hc tail Ha). rewrite Htake in Hc. apply some_exists in Hc. destruct Hc as (q & Hq & Hfits).
      destruct (Hups q Hq) as (j & Hj & -> & Hto & Homega). apply fits_spec in Hfits.
      destruct Hfits as (tail' & Ht' & Hs'). exists j. split; auto. split; auto. exists tail'. split; auto.
      apply (counted_larger _ _ _ (added ++ rest) _ Homega); auto.
      apply (sub_perm_l _ _ _ (counted_permutation _ _ _ P')). rewrite counted_app.
      apply sub_app; auto. apply counted_part.
  Qed.

  Lemma destinations_in_spec moves l goal :
    In goal (destinations moves l) -> In goal (destinations_in (index fst moves) l).
  Proof.
    intros H.
    assert (K : In goal (flat_map snd (look l (index fst moves))) \/ (look l (index fst moves) = [] /\ goal = l)).
    { revert H. induction moves as [|(from, to) moves IH]; simpl; intros H.
      - right. unfold look. rewrite FMapPositive.PositiveMap.gempty. destruct H as [<-|[]]. auto.
      - assert (Sub : forall e, In e moves -> fst e = l -> In e (look l (index fst ((from, to) :: moves)))).
        { intros e He Ee. apply look_index. simpl. auto. }
        destruct (N.eqb_spec from l) as [<-|D].
        + left. apply in_flat_map. exists (from, to). split; auto. apply look_index. simpl. auto.
        + destruct (IH H) as [K|[K ->]].
          * left. apply in_flat_map in K. destruct K as (e & He & Hg). apply look_index in He.
            apply in_flat_map. exists e. split; auto. apply Sub; tauto.
          * right. split; auto.
            destruct (look l (index fst ((from, to) :: moves))) as [|e found] eqn:F; auto. exfalso.
            assert (He : In e (look l (index fst ((from, to) :: moves)))) by (rewrite F; left; reflexivity).
            apply look_index in He. simpl in He. destruct He as [[He|He] Ee].
            -- subst e. simpl in Ee. contradiction.
            -- assert (G : In e (look l (index fst moves))) by (apply look_index; auto).
               rewrite K in G. exact G. }
    assert (G : forall found : list (local * list local),
      In goal (flat_map snd found) \/ (found = [] /\ goal = l) ->
      In goal match found with [] => [l] | e :: more => flat_map snd (e :: more) end).
    { intros [|e found] [F|[F ->]]; [destruct F|left; reflexivity|exact F|discriminate]. }
    exact (G _ K).
  Qed.

  Definition single (goal : list local) : list local := match goal with [l] => [l] | _ => [] end.
  Definition several (goal : list local) : list local := match goal with [_] => [] | _ => goal end.

  Lemma moved_threads moves f g : forall others others' rest,
    Forall2 (fun before after => In after (destinations moves before)) others others' ->
    sub (counted f others) rest ->
    (forall l goal, f l = true -> In goal (destinations moves l) -> g goal = true) ->
    (forall l, In l (flat_map several (map (destinations_in (index fst moves)) rest)) -> g l = true) ->
    sub (counted g others') (counted g (flat_map single (map (destinations_in (index fst moves)) rest))).
  Proof.
    induction others as [|a others IH]; intros others' rest H Hs Hf Hg.
    - inversion H; subst. apply sub_nil.
    - inversion H as [|a' b o o' Hab Ho]; subst. simpl in Hs. destruct (f a) eqn:Ea; simpl in Hs.
      + simpl. rewrite (Hf a b Ea Hab). simpl. apply IH; auto.
      + destruct Hs as (r & P). simpl in P.
        assert (Q : Permutation (map (destinations_in (index fst moves)) rest)
                      (destinations_in (index fst moves) a :: map (destinations_in (index fst moves)) (counted f others ++ r))).
        { apply (Permutation_map (destinations_in (index fst moves))) in P. exact P. }
        assert (Hr : sub (counted g o') (counted g (flat_map single (map (destinations_in (index fst moves)) (counted f others ++ r))))).
        { apply IH; auto. apply sub_app_r. intros l Hl. apply Hg.
          apply (Permutation_in l (Permutation_flat_map several (Permutation_sym Q))). simpl. apply in_or_app. auto. }
        apply (sub_perm_r _ (counted g (flat_map single (destinations_in (index fst moves) a ::
                 map (destinations_in (index fst moves)) (counted f others ++ r))))).
        * simpl. rewrite counted_app. pose proof (destinations_in_spec _ _ _ Hab) as Hb.
          destruct (destinations_in (index fst moves) a) as [|d [|d' ds]] eqn:Ed.
          -- destruct Hb.
          -- destruct Hb as [<-|[]]. simpl. destruct (g d); simpl; auto. apply sub_cons. exact Hr.
          -- assert (Gb : g b = true).
             { apply Hg. apply (Permutation_in b (Permutation_flat_map several (Permutation_sym Q))).
               apply in_flat_map. exists (d :: d' :: ds). split; [left; reflexivity|exact Hb]. }
             simpl. rewrite Gb. simpl. exact Hr.
        * apply counted_permutation. apply Permutation_flat_map. symmetry. exact Q.
  Qed.

  Lemma transfer_stays_sound i sh t moves others others' threads threads' :
    transfer_stays (ideals_with by_shared (to_shared t)) (prepare i) t (index fst moves) = true ->
    In i ideals -> inside i sh threads ->
    Permutation threads (from_local t :: others) ->
    Forall2 (fun before after => In after (destinations moves before)) others others' ->
    Permutation threads' (threads_of (to_local t) ++ others') ->
    in_ideals (to_shared t) threads'.
  Proof.
    intros Hc Hi (Hsh & tail & Ht & Hs) P Hmoves P'. unfold transfer_stays in Hc. rewrite every_forall in Hc.
    destruct (lose i [from_local t] others threads tail Ht Hs P) as (Ha & rest & Htake & Hrest).
    specialize (Hc tail Ha). rewrite Htake in Hc. apply some_exists in Hc. destruct Hc as (q & Hq & Hfits).
    apply filter_In in Hq. destruct Hq as [Hq Hmany]. apply ideals_with_spec in Hq.
    destruct Hq as (j & Hj & -> & Hto). apply andb_true_iff in Hfits. destruct Hfits as [Hseveral Hfits].
    apply fits_spec in Hfits. destruct Hfits as (tail' & Ht' & Hs'). exists j. split; auto. split; auto.
    exists tail'. split; auto. apply (sub_trans _ _ _ (sub_perm _ _ (counted_permutation _ _ _ P'))).
    refine (sub_trans _ _ _ _ Hs'). rewrite !counted_app. apply sub_app; [apply sub_refl|].
    rewrite every_forall in Hmany, Hseveral. refine (moved_threads moves (is_omega (prepare i)) _ _ _ rest Hmoves Hrest _ _).
    - intros l goal Hl Hgoal. apply Hmany. apply in_flat_map. exists l. split.
      + apply is_omega_spec. exact Hl.
      + apply destinations_in_spec. exact Hgoal.
    - exact Hseveral.
  Qed.

  Lemma step_stays_sound ups i sh t others others' threads threads' :
    step_stays by_shared ups (prepare i) t (snd (tabled t)) = true -> are_above ups i (to_shared t) ->
    In i ideals -> inside i sh threads ->
    Permutation threads (from_local t :: others) ->
    affects (on_others t) others others' ->
    Permutation threads' (threads_of (to_local t) ++ others') ->
    in_ideals (to_shared t) threads'.
  Proof.
    intros Hc Hups Hi Hin P Ha P'. unfold step_stays in Hc.
    unfold tabled in Hc. simpl snd in Hc.
    inversion Ha as [o E|l o E|moves o o' Hmoves E|moves o o' l l' Hl E|moves o Hl E]; subst; rewrite <- E in Hc.
    - apply (change_stays_sound _ _ _ _ _ _ others' _ _ Hc Hups Hi Hin); auto. rewrite app_nil_r. exact P'.
    - apply (change_stays_sound _ _ _ _ _ _ others _ _ Hc Hups Hi Hin); auto.
      rewrite P', <- app_assoc. apply Permutation_refl.
    - exact (transfer_stays_sound i sh t moves others others' threads threads' Hc Hi Hin P Hmoves P').
    - apply andb_true_iff in Hc. destruct Hc as [_ Hc]. rewrite every_forall in Hc.
      assert (K : exists to, In (l, to) moves /\ In l' to).
      { clear - Hl. induction moves as [|(from, to) moves IH]; simpl in Hl; [destruct Hl|].
        destruct (N.eqb_spec from l) as [<-|].
        - exists to. split; [left; reflexivity|exact Hl].
        - destruct (IH Hl) as (to' & H & K). exists to'. split; [right; exact H|exact K]. }
      destruct K as (to & Hmove & Hto). specialize (Hc _ Hmove). simpl in Hc. rewrite every_forall in Hc.
      specialize (Hc l' Hto).
      apply (change_stays_sound _ _ _ _ _ _ (o ++ o') _ _ Hc Hups Hi Hin).
      + rewrite P. simpl. constructor. symmetry. apply Permutation_middle.
      + rewrite P', <- app_assoc. apply Permutation_app_head. simpl. symmetry. apply Permutation_middle.
    - apply andb_true_iff in Hc. destruct Hc as [Hc _].
      apply (change_stays_sound _ _ _ _ _ _ others' _ _ Hc Hups Hi Hin); auto. rewrite app_nil_r. exact P'.
  Qed.

  Lemma steps_stay_spec p : forall entries known ups,
    ups = above by_shared p known -> steps_stay by_shared p known ups entries = true ->
    forall entry, In entry entries ->
      step_stays by_shared (above by_shared p (to_shared (fst entry))) p (fst entry) (snd entry) = true.
  Proof.
    induction entries as [|(t, moves) entries IH]; simpl; intros known ups -> H entry Hin; [destruct Hin|].
    destruct (N.eqb_spec (to_shared t) known) as [E|E]; apply andb_true_iff in H; destruct H as [H K].
    - destruct Hin as [<-|Hin]; [simpl; rewrite E; exact H|]. exact (IH _ _ eq_refl K entry Hin).
    - destruct Hin as [<-|Hin]; [exact H|]. exact (IH _ _ eq_refl K entry Hin).
  Qed.

  Lemma ideals_closed_sound m :
    ideals_closed by_shared (map prepare ideals)
      (index (fun entry => from_shared (fst entry)) (map tabled (steps m))) = true ->
    forall x y, in_ideals (fst x) (snd x) -> next m x y -> in_ideals (fst y) (snd y).
  Proof.
    unfold ideals_closed. rewrite every_forall. intros Hc x y (i & Hi & Hin) Hnext.
    destruct Hnext as [t others others' threads threads' Ht P Ha P']. simpl in *.
    specialize (Hc (prepare i) (in_map _ _ _ Hi)). rewrite every_forall in Hc.
    specialize (Hc (from_shared t) (proj1 Hin)).
    pose proof (steps_stay_spec (prepare i) _ _ _ eq_refl Hc (tabled t)) as Hs.
    assert (K : In (tabled t) (look (from_shared t) (index (fun entry => from_shared (fst entry)) (map tabled (steps m))))).
    { apply look_index. split; [apply in_map; exact Ht|reflexivity]. }
    specialize (Hs K). simpl fst in Hs.
    exact (step_stays_sound _ i _ t others others' threads threads' Hs (above_spec i _) Hi Hin P Ha P').
  Qed.
End Closed.
