(** * The system of a program does what the program does *)

From Coq Require Import NArith List Bool Permutation Mergesort FMapPositive.
From Boolprog Require Import Multisets Index Starts ComplementSound ConfigurationsSound.
From Boolprog Require Export Sound Codes Programs Values SystemOf.
From Boolprog Require Import ValuesSound.
Import ListNotations.
Local Open Scope N_scope.

Lemma place_in_spec t l : place_in t l = l \/ exists m, In (m, place_in t l) (look l t).
Proof.
  unfold place_in. destruct (look l t) as [|[m l'] found]; [auto|]. right. exists m. left. reflexivity.
Qed.

Section Simulation.
  Variable p : program.
  Variable f : forgetting.
  Context (agreeing : agrees p f = true).

  Let q : tables := tables_of p f.

  (** ** States *)

  (** What is left of a thread, and of a configuration. *)
  Definition left_of (t : thread) : thread :=
    match t with
    | At l inside v => At (place q l) inside (N.ldiff v (lost q (place q l)))
    | Failed assertion => Failed assertion
    end.

  Definition local_of (t : thread) : local := thread_code (left_of t).

  Definition shared_left (held : bool) (memory : valuation) : Systems.shared :=
    shared_code held (N.ldiff memory (at_shared q)).

  Definition image (x : Programs.configuration) : Systems.configuration :=
    (shared_left (held x) (memory x), map local_of (threads x)).

  Lemma thread_of_local t : thread_of (local_of t) = left_of t.
  Proof. apply thread_of_code. Qed.

  (** ** Constants *)

  Definition right (t : thread) : Prop :=
    match t with At l _ v => has_constants (always q l) v | Failed _ => True end.

  (** The constants have their values. *)
  Definition all_right (x : Programs.configuration) : Prop :=
    has_constants (always_shared q) (memory x) /\ forall t, In t (threads x) -> right t.

  Lemma shared_allowed memory :
    has_constants (always_shared q) memory -> allows (known_shared q (N.ldiff memory (at_shared q))) memory.
  Proof. intros H. apply constants_allowed; [exact H|apply left_allowed]. Qed.

  Lemma local_allowed l v : allows (known_local q l (N.ldiff v (lost q l))) v.
  Proof. apply left_allowed. Qed.

  Lemma at_allowed l v :
    has_constants (always q l) v -> allows (known_at q l (N.ldiff v (lost q (place q l)))) v.
  Proof. intros H. apply constants_allowed; [exact H|apply left_allowed]. Qed.

  (** A location and its representative are the same for other threads. *)
  Lemma place_agrees l :
    entry_for (place q l) (waits p) = entry_for l (waits p) /\ entry_for (place q l) (named p) = entry_for l (named p).
  Proof.
    change (place q l) with (place_in (index fst (represented f)) l).
    destruct (place_in_spec (index fst (represented f)) l) as [E|(m & Hin)]; [rewrite E; auto|].
    apply look_index in Hin. destruct Hin as [Hin Heq]. simpl in Heq. subst m.
    set (l' := place_in (index fst (represented f)) l) in *.
    unfold agrees in agreeing. rewrite every_forall in agreeing. specialize (agreeing _ Hin). simpl in agreeing.
    destruct (same_option (entry_for l (waits p)) (entry_for l' (waits p))) eqn:Hwaits; [|discriminate]. split.
    - destruct (entry_for l (waits p)), (entry_for l' (waits p)); simpl in Hwaits; try discriminate; [|reflexivity].
      apply N.eqb_eq in Hwaits. congruence.
    - unfold same_numbers in agreeing.
      destruct (entry_for l (named p)) as [k|], (entry_for l' (named p)) as [k'|]; try discriminate; [|reflexivity].
      match type of agreeing with context [list_eq_dec ?d ?a ?b] => destruct (list_eq_dec d a b) end;
        [congruence|discriminate].
  Qed.

  Lemma number_agrees l name : number_of p (place q l) name = number_of p l name.
  Proof. unfold number_of. rewrite (proj2 (place_agrees l)). reflexivity. Qed.

  Lemma its_number_agrees l name : its_number p (place q l) name = its_number p l name.
  Proof. unfold its_number. rewrite number_agrees. reflexivity. Qed.

  Lemma has_name_agrees l name : has_name p (place q l) name = has_name p l name.
  Proof. unfold has_name. rewrite number_agrees. reflexivity. Qed.

  (** ** Other threads *)

  Lemma arrives l inside k v : allows k v -> In (local_of (At l inside v)) (arrivals q l inside k).
  Proof.
    intros H. unfold arrivals, local_of, left_of.
    apply (in_map (fun v => thread_code (At (place q l) inside v))). apply ends_allow. exact H.
  Qed.

  Lemma release_sound t :
    match released p t with
    | Some t' => exists goals, release q (left_of t) = Some goals /\ In (local_of t') goals
    | None => release q (left_of t) = None
    end.
  Proof.
    destruct t as [l inside v|assertion]; [|reflexivity]. cbn [released left_of release].
    change (waits (the q)) with (waits p). rewrite (proj1 (place_agrees l)).
    destruct (entry_for l (waits p)) as [l'|]; cbn [option_map]; [|reflexivity].
    eexists. split; [reflexivity|]. apply arrives. apply local_allowed.
  Qed.

  Lemma update_sound shared local shared' local' (ks kl ks' kl' : known) updates condition t t' :
    allows ks shared -> allows kl local -> allows ks' shared' -> allows kl' local' ->
    updated p shared local shared' local' updates condition t t' ->
    match update q ks kl ks' kl' (names_of updates condition) updates condition (left_of t) with
    | Some goals => In (local_of t') goals
    | None => t' = t
    end.
  Proof.
    intros Hs Hl Hs' Hl' Hu. destruct Hu as [l inside v v' Hnames Ha Hc|l inside v name Hname Hmissing|assertion Hc].
    - cbn [left_of update]. change (the q) with p.
      assert (E : every (has_name p (place q l)) (names_of updates condition) = true).
      { apply every_forall. intros name Hname. rewrite has_name_agrees. exact (Hnames name Hname). }
      rewrite E. clear E.
      set (k := known_local q (place q l) (N.ldiff v (lost q (place q l)))).
      assert (Hk : allows k v) by apply local_allowed.
      assert (Hother : forall k v, allows k v ->
        forall name, can_be (by_name p l v name) (known_by_name q (place q l) k name) = true).
      { intros k0 v0 H0 name. unfold by_name, known_by_name. change (the q) with p. rewrite its_number_agrees.
        apply get_allowed. exact H0. }
      assert (Hmap : map (fun update => (its_number p (place q l) (fst update), snd update)) updates
        = map (fun update => (its_number p l (fst update), snd update)) updates).
      { apply map_ext. intros [name e]. cbn [fst snd]. rewrite its_number_agrees. reflexivity. }
      rewrite Hmap. clear Hmap.
      pose proof (assign_allowed _ _ _ _ _ _ _ (truths_allow _ _ _ _ _ _ Hs Hl (Hother k v Hk))
        (truths_allow _ _ _ _ _ _ Hs' Hl' (Hother k v Hk)) Ha k Hk) as Hk'.
      destruct (choices_allow _ _ (lost q (place q l)) Hk') as (k' & Hin & Hallows & E).
      unfold local_of, left_of. rewrite <- E.
      apply (in_map (fun k' => thread_code (At (place q l) inside (N.ldiff (known_values k') (lost q (place q l)))))).
      apply filter_In. split; [exact Hin|]. destruct condition as [e|]; [|reflexivity].
      exact (possible_sound _ _ _ _ _ true (truths_allow _ _ _ _ _ _ Hs Hl (Hother k v Hk))
        (truths_allow _ _ _ _ _ _ Hs' Hl' (Hother k' v' Hallows)) (Hc e eq_refl)).
    - cbn [left_of update]. change (the q) with p.
      destruct (every (has_name p (place q l)) (names_of updates condition)) eqn:E; [|reflexivity].
      rewrite every_forall in E. specialize (E name Hname). rewrite has_name_agrees in E. congruence.
    - simpl. rewrite Hc. reflexivity.
  Qed.

  Lemma destinations_by move row l :
    In l row ->
    destinations (transfer_by move row) l = match move (thread_of l) with Some goals => goals | None => [l] end.
  Proof.
    intros Hin. enough (H : forall row, destinations (transfer_by move row) l =
      match move (thread_of l) with Some goals => if member l row then goals else [l] | None => [l] end).
    { rewrite H. apply member_spec in Hin. rewrite Hin. reflexivity. }
    clear. induction row as [|l' row IH]; simpl; [destruct (move (thread_of l)); reflexivity|].
    rewrite N.eqb_sym. destruct (N.eqb_spec l' l) as [->|Hne].
    - destruct (move (thread_of l)) as [goals|] eqn:E; simpl; [rewrite N.eqb_refl; reflexivity|exact IH].
    - destruct (move (thread_of l')) as [goals|]; simpl; [|exact IH].
      apply N.eqb_neq in Hne. rewrite Hne. exact IH.
  Qed.

  Lemma moved_by move row l :
    In l row -> moved (transfer_by move row) l = match move (thread_of l) with Some goals => goals | None => [] end.
  Proof.
    intros Hin. enough (H : forall row, moved (transfer_by move row) l =
      match move (thread_of l) with Some goals => if member l row then goals else [] | None => [] end).
    { rewrite H. apply member_spec in Hin. rewrite Hin. reflexivity. }
    clear. induction row as [|l' row IH]; simpl; [destruct (move (thread_of l)); reflexivity|].
    rewrite N.eqb_sym. destruct (N.eqb_spec l' l) as [->|Hne].
    - destruct (move (thread_of l)) as [goals|] eqn:E; simpl; [rewrite N.eqb_refl; reflexivity|exact IH].
    - destruct (move (thread_of l')) as [goals|]; simpl; [|exact IH].
      apply N.eqb_neq in Hne. rewrite Hne. exact IH.
  Qed.

  (** The effect of an edge on other threads is one of its effects in the system. *)
  Lemma affects_sound e row shared local shared' local' (ks kl ks' kl' : known) others others' :
    allows ks shared -> allows kl local -> allows ks' shared' -> allows kl' local' ->
    (forall t, In t others -> In (local_of t) row) ->
    Programs.affects p shared local shared' local' (acts e) others others' ->
    exists effect, In effect (effects q e (transfer_by (release q) row) row ks kl ks' kl') /\
      Systems.affects effect (map local_of others) (map local_of others').
  Proof.
    intros Hs Hl Hs' Hl' Hrow Ha. unfold effects.
    destruct Ha as [others|others|others|l values v others Hv|others others' t t' Ht|others Hnone|others
      |updates condition others others' Hall].
    - eexists. split; [left; reflexivity|constructor].
    - eexists. split; [left; reflexivity|constructor].
    - eexists. split; [left; reflexivity|constructor].
    - exists (Create (local_of (At l false v))). split; [|simpl; constructor].
      apply in_map. apply arrives.
      pose proof (truths_allow_alone _ _ _ _ Hs Hl) as Hbefore.
      exact (assign_allowed _ _ _ _ _ _ _ Hbefore Hbefore Hv _ nothing_allowed).
    - eexists. split; [left; reflexivity|]. rewrite !map_app. simpl. constructor.
      assert (Hin : In (local_of t) row) by (apply Hrow, in_or_app; right; left; reflexivity).
      rewrite (moved_by _ _ _ Hin), thread_of_local.
      pose proof (release_sound t) as Hr. rewrite Ht in Hr. destruct Hr as (goals & -> & Hg). exact Hg.
    - eexists. split; [left; reflexivity|]. apply Systems.affects_no_one. intros l Hin.
      apply in_map_iff in Hin. destruct Hin as (t & <- & Hin). rewrite (moved_by _ _ _ (Hrow t Hin)), thread_of_local.
      pose proof (release_sound t) as Hr. rewrite (Hnone t Hin) in Hr. rewrite Hr. reflexivity.
    - eexists. split; [left; reflexivity|]. constructor. rewrite map_map.
      induction others as [|t others IH]; simpl; constructor.
      + rewrite (destinations_by _ _ _ (Hrow t (or_introl eq_refl))), thread_of_local.
        pose proof (release_sound t) as Hr. destruct (released p t) as [t'|].
        * destruct Hr as (goals & -> & Hg). exact Hg.
        * rewrite Hr. left. reflexivity.
      + apply IH. intros t' Ht'. apply Hrow. right. exact Ht'.
    - eexists. split; [left; reflexivity|]. constructor.
      induction Hall as [|t t' others others' Ht Hall IH]; simpl; constructor.
      + rewrite (destinations_by _ _ _ (Hrow t (or_introl eq_refl))), thread_of_local.
        pose proof (update_sound _ _ _ _ ks kl ks' kl' _ _ _ _ Hs Hl Hs' Hl' Ht) as Hu.
        destruct (update _ _ _ _ _ _ _ _ _); [exact Hu|]. subst t'. left. reflexivity.
      + apply IH. intros t0 Ht0. apply Hrow. right. exact Ht0.
  Qed.

  (** ** Steps *)

  Lemma allowed_sound l shared local (ks kl : known) :
    allows ks shared -> allows kl local -> permitted p l shared local -> allowed q l ks kl = true.
  Proof.
    intros Hs Hl H. unfold allowed. cbv zeta. apply every_forall. intros [l' e] Hin.
    change (conditions_at q) with (index fst (enforced p)) in Hin. apply look_index in Hin. destruct Hin as [Hin E].
    simpl in E. subst l'. simpl.
    pose proof (truths_allow_alone _ _ _ _ Hs Hl) as Hv. exact (possible_sound _ _ _ _ _ true Hv Hv (H e Hin)).
  Qed.

  Lemma goals_sound e inside v :
    threads_of (goals q e inside (N.ldiff v (lost_after q e))) = map local_of (thread_after e inside v).
  Proof. unfold goals, lost_after, thread_after. destruct (to e); reflexivity. Qed.

  (** The outcome of a step is one of those of its edge. *)
  Lemma outcome_sound e shared local shared' local' (ks kl : known) :
    allows ks shared -> allows kl local -> permitted p (source e) shared local ->
    value (seen shared local) (seen shared local) (guard e) true ->
    assigned (seen shared local) (seen shared local) (shared_updates e) shared shared' ->
    assigned (seen shared local) (seen shared local) (local_updates e) local local' ->
    value (seen shared local) (seen shared' local') (condition e) true ->
    exists ks' kl', In (ks', kl') (outcomes q ks kl e) /\ allows ks' shared' /\ allows kl' local' /\
      N.ldiff (known_values ks') (at_shared q) = N.ldiff shared' (at_shared q) /\
      N.ldiff (known_values kl') (lost_after q e) = N.ldiff local' (lost_after q e).
  Proof.
    intros Hs Hl Hpermitted Hguard Hshared Hlocal Hcondition.
    pose proof (truths_allow_alone _ _ _ _ Hs Hl) as Hbefore.
    pose proof (assign_allowed _ _ _ _ _ _ _ Hbefore Hbefore Hshared ks Hs) as Hs'.
    pose proof (assign_allowed _ _ _ _ _ _ _ Hbefore Hbefore Hlocal kl Hl) as Hl'.
    destruct (choices_allow _ _ (at_shared q) Hs') as (ks' & Hks & Hfs & Es).
    destruct (choices_allow _ _ (lost_after q e) Hl') as (kl' & Hkl & Hfl & El).
    exists ks', kl'. repeat split; auto. unfold outcomes. cbv zeta.
    rewrite (allowed_sound _ _ _ _ _ Hs Hl Hpermitted).
    pose proof (possible_sound _ _ _ _ _ true Hbefore Hbefore Hguard) as Hg. cbn [can_be] in Hg. rewrite Hg.
    apply in_flat_map. exists ks'. split; [exact Hks|]. apply in_map. apply filter_In. split; [exact Hkl|].
    exact (possible_sound _ _ _ _ _ true Hbefore (truths_allow_alone _ _ _ _ Hfs Hfl) Hcondition).
  Qed.

  Lemma edge_of e local :
    In e (edges p) -> has_constants (always q (source e)) local ->
    In e (edges_of q (place q (source e)) (N.ldiff local (lost q (place q (source e))))).
  Proof.
    intros He Hc. unfold edges_of. apply filter_In. split.
    - change (edges_at q) with (index (fun e => place q (source e)) (edges p)). apply look_index. auto.
    - apply (is_consistent_allowed _ _ local Hc). apply local_allowed.
  Qed.

  (** A step of the program from a thread that occurs is one of the system. *)
  Lemma step_sound rows row x y :
    Programs.next p x y -> all_right x -> In (fst (image x), row) rows ->
    (forall l, In l (snd (image x)) -> In l row) -> Systems.next (system_of p f rows) (image x) (image y).
  Proof.
    intros Hnext [Hmemory Hright] Hrows Hrow.
    destruct Hnext as [e inside held shared local shared' local' others others' threads threads'
      He P Hheld Hpermitted Hguard Hshared Hlocal Hcondition Ha P'].
    set (t := At (source e) inside local) in *.
    assert (Ht : In t threads) by exact (Permutation_in t (Permutation_sym P) (in_eq t others)).
    assert (Hin : forall t', In t' (t :: others) -> In (local_of t') row).
    { intros t' Ht'. apply Hrow. simpl. apply in_map. exact (Permutation_in t' (Permutation_sym P) Ht'). }
    pose proof (shared_allowed _ Hmemory) as Hs. pose proof (at_allowed _ _ (Hright t Ht)) as Hl.
    destruct (outcome_sound e _ _ _ _ _ _ Hs Hl Hpermitted Hguard Hshared Hlocal Hcondition)
      as (ks' & kl' & Hafter & Hfs & Hfl & Es & El).
    destruct (affects_sound e row _ _ _ _ _ _ ks' kl' others others' Hs Hl Hfs Hfl) as (effect & Heffect & Haffects);
      [intros t' Ht'; apply Hin; right; exact Ht'|exact Ha|].
    unfold image. simpl.
    pose (the_step := Step (shared_left held shared) (local_of t)
      (shared_left (held_after e inside held) shared')
      (goals q e inside (N.ldiff local' (lost_after q e))) effect).
    assert (Hstep : In the_step (steps (system_of p f rows))).
    { unfold system_of. simpl. apply (Permutation_in _ (SortByGoal.Permuted_sort _)). apply in_flat_map.
      exists (shared_left held shared, row). split; [exact Hrows|]. unfold steps_of_row. simpl. apply in_flat_map.
      exists (local_of t). split; [apply Hin; left; reflexivity|]. unfold steps_from, shared_left.
      rewrite shared_of_code. rewrite thread_of_local. unfold t, left_of.
      replace (held && negb inside) with false
        by (destruct held; [rewrite (Hheld eq_refl)|]; reflexivity).
      apply in_flat_map. exists e. split; [exact (edge_of e local He (Hright t Ht))|].
      unfold steps_by. cbv zeta. fold q. apply in_flat_map. exists (ks', kl'). split; [exact Hafter|].
      cbn [fst snd]. rewrite Es, El. unfold the_step, shared_left. apply (in_map (Step _ _ _ _)). exact Heffect. }
    apply (Systems.next_by _ the_step (map local_of others) (map local_of others') _ _ Hstep).
    - simpl. exact (Permutation_map local_of P).
    - exact Haffects.
    - simpl. rewrite goals_sound, <- map_app. exact (Permutation_map local_of P').
  Qed.

  (** ** Constants stay *)

  Lemma entry_for_in {A} n (a : A) list : entry_for n list = Some a -> In (n, a) list.
  Proof.
    induction list as [|[m b] list IH]; simpl; [discriminate|].
    destruct (N.eqb_spec m n) as [->|Hne]; [|auto]. intros E. left. congruence.
  Qed.

  Lemma released_right t t' : others_keep q = true -> right t -> released p t = Some t' -> right t'.
  Proof.
    intros H Ht E. destruct t as [l inside v|assertion]; [|discriminate]. simpl in E.
    destruct (entry_for l (waits p)) as [l'|] eqn:Hwait; [|discriminate]. injection E as <-.
    unfold others_keep in H. apply andb_true_iff in H. destruct H as [H _]. rewrite every_forall in H.
    specialize (H _ (entry_for_in _ _ _ Hwait)). cbv beta iota in H. apply andb_true_iff in H.
    destruct H as [Hsome Hsame]. apply N.eqb_eq in Hsome. apply N.eqb_eq in Hsame.
    simpl in *. unfold has_constants in *. rewrite <- Hsame, <- Ht, <- N.land_assoc, Hsome. reflexivity.
  Qed.

  Lemma updated_right shared local shared' local' updates condition t t' :
    others_keep q = true -> right t -> updated p shared local shared' local' updates condition t t' -> right t'.
  Proof.
    intros H Ht Hu. destruct Hu as [l inside v v' Hnames Ha Hc|l inside v name Hname Hmissing|assertion Hc]; [|auto|auto].
    simpl in *. refine (assigned_keeps _ _ _ _ _ _ Ha _ Ht). intros x Hx. rewrite map_map in Hx. cbn [fst] in Hx.
    apply in_map_iff in Hx. destruct Hx as ([name e] & <- & Hin). cbn [fst].
    assert (Hname : In name (names_of updates condition)).
    { unfold names_of. apply in_or_app. left. apply in_flat_map. exists (name, e). split; [exact Hin|left; reflexivity]. }
    specialize (Hnames name Hname). unfold has_name, its_number, number_of in *.
    destruct (entry_for l (named p)) as [numbers|] eqn:E; [|discriminate].
    destruct (entry_for name numbers) as [x|] eqn:E'; [|discriminate].
    unfold others_keep in H. apply andb_true_iff in H. destruct H as [_ H]. rewrite every_forall in H.
    specialize (H _ (entry_for_in _ _ _ E)). rewrite every_forall in H.
    specialize (H _ (entry_for_in _ _ _ E')). apply negb_true_iff in H. exact H.
  Qed.

  (** A step from threads that occur leads to right values. *)
  Lemma step_keeps_right rows row x y :
    Programs.next p x y -> constants_keep q rows = true -> all_right x -> In (fst (image x), row) rows ->
    (forall l, In l (snd (image x)) -> In l row) -> all_right y.
  Proof.
    intros Hnext Hkeep [Hmemory Hright] Hrows Hrow. unfold constants_keep in Hkeep.
    apply andb_true_iff in Hkeep. destruct Hkeep as [Hkeep Hthreads]. apply andb_true_iff in Hkeep. destruct Hkeep as [_ Hothers].
    destruct Hnext as [e inside held shared local shared' local' others others' threads threads'
      He P Hheld Hpermitted Hguard Hshared Hlocal Hcondition Ha P'].
    set (t := At (source e) inside local) in *.
    assert (Hin : forall t', In t' (t :: others) -> In t' threads).
    { intros t' Ht'. exact (Permutation_in t' (Permutation_sym P) Ht'). }
    pose proof (shared_allowed _ Hmemory) as Hs. pose proof (at_allowed _ _ (Hright t (Hin t (in_eq _ _)))) as Hl.
    destruct (outcome_sound e _ _ _ _ _ _ Hs Hl Hpermitted Hguard Hshared Hlocal Hcondition)
      as (ks' & kl' & Hafter & Hfs & Hfl & _ & _).
    assert (Hedge : edge_keeps q (known_shared q (N.ldiff shared (at_shared q)))
      (known_at q (source e) (N.ldiff local (lost q (place q (source e))))) e = true).
    { rewrite every_forall in Hthreads. specialize (Hthreads _ Hrows). rewrite every_forall in Hthreads.
      specialize (Hthreads (local_of t) (Hrow _ (in_map local_of _ _ (Hin t (in_eq _ _))))). unfold thread_keeps in Hthreads.
      rewrite thread_of_local in Hthreads. unfold t, left_of in Hthreads. rewrite every_forall in Hthreads.
      specialize (Hthreads e (edge_of e local He (Hright t (Hin t (in_eq _ _))))). unfold image, shared_left in Hthreads. cbn [fst snd] in Hthreads.
      rewrite shared_of_code in Hthreads. exact Hthreads. }
    unfold edge_keeps in Hedge. cbv zeta in Hedge. apply andb_true_iff in Hedge. destruct Hedge as [Hknows Hstart].
    rewrite every_forall in Hknows. specialize (Hknows _ Hafter). cbn [fst snd] in Hknows.
    destruct (knows (always_shared q) ks') eqn:Hknows'; [|discriminate]. split.
    - exact (knows_has _ _ _ Hknows' Hfs).
    - simpl. intros t' Ht'. apply (Permutation_in _ P') in Ht'. apply in_app_or in Ht'. destruct Ht' as [Ht'|Ht'].
      + unfold thread_after, goal_constants in *. destruct (to e) as [l| |assertion].
        * destruct Ht' as [<-|[]]. exact (knows_has _ _ _ Hknows Hfl).
        * destruct Ht'.
        * destruct Ht' as [<-|[]]. exact I.
      + assert (Hold : forall t, In t others -> right t) by (intros t0 Ht0; apply Hright, Hin; right; exact Ht0).
        clear -Hold Ht' Ha Hothers Hstart Hs Hl.
        destruct Ha as [others|others|others|l values v others Hv|others others' t0 t1 Ht|others Hnone|others
          |updates condition others others' Hall]; auto.
        * destruct Ht' as [<-|Ht']; [|auto]. simpl.
          pose proof (truths_allow_alone _ _ _ _ Hs Hl) as Hbefore.
          exact (knows_has _ _ _ Hstart (assign_allowed _ _ _ _ _ _ _ Hbefore Hbefore Hv _ nothing_allowed)).
        * apply in_app_or in Ht'. destruct Ht' as [Ht'|[<-|Ht']].
          -- apply Hold, in_or_app. left. exact Ht'.
          -- refine (released_right _ _ Hothers _ Ht). apply Hold, in_or_app. right. left. reflexivity.
          -- apply Hold, in_or_app. right. right. exact Ht'.
        * apply in_map_iff in Ht'. destruct Ht' as (t0 & <- & Ht0). destruct (released p t0) as [t1|] eqn:E; [|auto].
          exact (released_right _ _ Hothers (Hold t0 Ht0) E).
        * clear Hstart. revert Hold Ht'. induction Hall as [|t0 t1 others others' Hu Hall IH]; intros Hold Ht'; [destruct Ht'|].
          destruct Ht' as [<-|Ht'].
          -- exact (updated_right _ _ _ _ _ _ _ _ Hothers (Hold t0 (in_eq _ _)) Hu).
          -- apply IH; [intros t2 Ht2; apply Hold; right; exact Ht2|exact Ht'].
  Qed.

  Lemma start_right rows x : constants_keep q rows = true -> Programs.initial p x -> all_right x.
  Proof.
    intros Hkeep [shared threads Hshared Hthreads _]. unfold constants_keep in Hkeep.
    apply andb_true_iff in Hkeep. destruct Hkeep as [Hkeep _]. apply andb_true_iff in Hkeep. destruct Hkeep as [Hkeep _].
    unfold start_keeps in Hkeep. cbv zeta in Hkeep. apply andb_true_iff in Hkeep. destruct Hkeep as [Hs Hl].
    pose proof (truths_allow_alone 0 0 _ _ nothing_allowed nothing_allowed) as Hbefore. split; simpl.
    - exact (knows_has _ _ _ Hs (assign_allowed _ _ _ _ _ _ _ Hbefore Hbefore Hshared _ nothing_allowed)).
    - intros t Ht. destruct (Hthreads t Ht) as (v & -> & Hv). simpl.
      exact (knows_has _ _ _ Hl (assign_allowed _ _ _ _ _ _ _ Hbefore Hbefore Hv _ nothing_allowed)).
  Qed.

  (** ** Starts and violations *)

  Lemma start_sound rows x : Programs.initial p x -> Systems.initial (starts (system_of p f rows)) (image x).
  Proof.
    intros [shared threads Hshared Hthreads Hnumber]. unfold image. simpl.
    pose proof (truths_allow_alone 0 0 _ _ nothing_allowed nothing_allowed) as Hbefore.
    apply (Systems.initial_with _ _ (map local_of threads)); simpl.
    - apply (in_map (shared_code false)). apply ends_allow. exact (assign_allowed _ _ _ _ _ _ _ Hbefore Hbefore Hshared _ nothing_allowed).
    - intros l Hl. apply in_map_iff in Hl. destruct Hl as (t & <- & Ht). destruct (Hthreads t Ht) as (v & -> & Hv).
      apply arrives. exact (assign_allowed _ _ _ _ _ _ _ Hbefore Hbefore Hv _ nothing_allowed).
    - intros n Hn. rewrite map_length. exact (Hnumber n Hn).
    - apply Permutation_refl.
  Qed.

  Lemma violation_sound rows row x b :
    violated p x b -> all_right x -> In (fst (image x), row) rows -> (forall l, In l (snd (image x)) -> In l row) ->
    exists t, In t (targets_of q rows b) /\ covers (image x) t.
  Proof.
    intros Hv [Hmemory Hright] Hrows Hrow. destruct Hv as [n Hn|locations l inside v Ht Hl Hpermitted].
    - eexists. split; [left; reflexivity|]. split; [discriminate|]. simpl.
      apply in_permutation. exact (in_map local_of _ _ Hn).
    - set (t := At l inside v) in *. exists (Some (fst (image x)), [local_of t]). split.
      + simpl. apply in_flat_map. eexists. split; [exact Hrows|]. simpl.
        apply (in_map (fun l => (Some (fst (image x)), [l]))). apply filter_In.
        split; [apply Hrow, in_map; exact Ht|]. unfold is_violated. rewrite thread_of_local. unfold t, left_of.
        apply some_exists. exists l. split; [exact Hl|]. rewrite N.eqb_refl. unfold image, shared_left. cbn [fst snd]. rewrite shared_of_code. exact (allowed_sound _ _ _ _ _ (shared_allowed _ Hmemory) (at_allowed _ _ (Hright t Ht)) Hpermitted).
      + split; [simpl; congruence|]. simpl. apply in_permutation. exact (in_map local_of _ _ Ht).
  Qed.
End Simulation.

(** ** Rows *)

Lemma once_has seen list n : In n list -> has seen n = true \/ In n (once seen list).
Proof.
  revert seen. induction list as [|m list IH]; intros seen Hin; [contradiction|]. simpl.
  destruct (has seen m) eqn:E.
  - destruct Hin as [->|Hin]; [left; exact E|exact (IH seen Hin)].
  - destruct Hin as [->|Hin]; [right; left; reflexivity|].
    destruct (IH (insert (fun n => n) seen m) Hin) as [K|K]; [|right; right; exact K].
    unfold has in *. destruct (look n (insert (fun n : N => n) seen m)) as [|k found] eqn:F; [discriminate|].
    assert (Hk : In k (look n (insert (fun n : N => n) seen m))) by (rewrite F; left; reflexivity).
    apply look_insert in Hk. destruct Hk as [Hk|[-> ->]]; [|right; left; reflexivity].
    left. destruct (look n seen); [contradiction|reflexivity].
Qed.

Lemma once_empty list n : In n list -> In n (once (PositiveMap.empty _) list).
Proof.
  intros Hin. destruct (once_has (PositiveMap.empty _) list n Hin) as [K|K]; [|exact K].
  unfold has, look in K. rewrite PositiveMap.gempty in K. discriminate.
Qed.

Lemma thread_states_occur c sh l : thread_states c sh l -> In (sh, l) (occurring c).
Proof.
  assert (Hideals : forall ideals, in_threads ideals sh l -> In (sh, l) (flat_map (fun i =>
    flat_map (fun sh => map (pair sh) (omega i ++ concat (tails i))) (ideal_shared i)) ideals)).
  { intros ideals (i & Hi & Hsh & Hl). apply in_flat_map. exists i. split; [exact Hi|].
    apply in_flat_map. exists sh. split; [exact Hsh|]. apply in_map. apply in_or_app.
    destruct Hl as [Hl|(tail & Htail & Hl)]; [left; exact Hl|]. right. apply in_concat. eauto. }
  destruct c as [all|ideals|ideals minimal place_invariants]; simpl; [|apply Hideals|apply Hideals].
  intros (threads & Hin & Hl). apply in_flat_map. exists (sh, threads). split; [exact Hin|]. apply in_map. exact Hl.
Qed.

Lemma rows_have c sh l : thread_states c sh l -> exists row, In (sh, row) (rows c) /\
  forall l', thread_states c sh l' -> In l' row.
Proof.
  intros H. unfold rows. cbv zeta. eexists. split.
  - apply (in_map (fun sh => (sh, once _ (map snd (look sh (index fst (occurring c))))))). apply once_empty.
    exact (in_map fst _ _ (thread_states_occur _ _ _ H)).
  - intros l' Hl'. apply once_empty. apply (in_map snd _ (sh, l')). apply look_index.
    split; [exact (thread_states_occur _ _ _ Hl')|reflexivity].
Qed.

(** ** The theorems *)

(** The system reaches the images of all that the program reaches, if its rows are those of a set that has all of this. *)
Lemma reach_image p f c inv bad x :
  agrees p f = true -> constants_keep (tables_of p f) (rows c) = true ->
  invariant (system_of p f (rows c)) bad (thread_states c) inv -> Programs.reach p x ->
  Systems.reach (system_of p f (rows c)) (image p f x) /\ inv (image p f x) /\ all_right p f x.
Proof.
  intros Hagrees Hkeep Hinv Hreach. induction Hreach as [x Hx|x y _ [Hreach [IH Hright]] Hnext].
  - pose proof (start_sound p f (rows c) x Hx) as H.
    split; [constructor; exact H|split; [exact (has_starts _ _ _ _ Hinv _ H)|exact (start_right p f _ x Hkeep Hx)]].
  - assert (Hone : exists l, In l (snd (image p f x))).
    { destruct Hnext. eexists. simpl. apply in_map. eapply Permutation_in; [symmetry; eassumption|left; reflexivity]. }
    destruct Hone as (l & Hl). pose proof (has_threads _ _ _ _ Hinv (image p f x)) as Hthreads.
    destruct (rows_have c _ l (Hthreads l IH Hl)) as (row & Hrows & Hrow).
    assert (Hall : forall l', In l' (snd (image p f x)) -> In l' row) by (intros l' Hl'; exact (Hrow l' (Hthreads l' IH Hl'))).
    pose proof (step_sound p f Hagrees (rows c) row x y Hnext Hright Hrows Hall) as H.
    split; [exact (Systems.reach_next _ _ _ Hreach H)|split; [exact (has_steps _ _ _ _ Hinv _ _ IH H)|]].
    exact (step_keeps_right p f _ row x y Hnext Hkeep Hright Hrows Hall).
Qed.

(** A program is safe if the checker accepts a set for its system. *)
Theorem check_program_sound : forall p f bad c, check_program p f bad c = true -> program_safe p bad.
Proof.
  intros p f bad c H. unfold check_program in H. cbv zeta in H.
  destruct (agrees p f && constants_keep (tables_of p f) (rows c)) eqn:E; [|discriminate].
  apply andb_true_iff in E. destruct E as [Hagrees Hkeep].
  destruct (check_invariant _ _ _ H) as (inv & Hinv). intros x b Hreach Hb Hv.
  destruct (reach_image p f c inv _ x Hagrees Hkeep Hinv Hreach) as (_ & Hx & Hright).
  assert (Hone : exists l, In l (snd (image p f x))).
  { destruct Hv as [n Hn|locations l inside v Ht _ _]; eexists; simpl; apply in_map; eassumption. }
  destruct Hone as (l & Hl). pose proof (has_threads _ _ _ _ Hinv (image p f x)) as Hthreads.
  destruct (rows_have c _ l (Hthreads l Hx Hl)) as (row & Hrows & Hrow).
  destruct (violation_sound p f (rows c) row x b Hv Hright Hrows) as (t & Ht & Hcovers).
  - intros l' Hl'. exact (Hrow l' (Hthreads l' Hx Hl')).
  - refine (has_no_target _ _ _ _ Hinv _ t Hx _ Hcovers). apply in_flat_map. exists b. split; [exact Hb|exact Ht].
Qed.
