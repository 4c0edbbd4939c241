(** * The system of a program

    A function from a program to a thread transition system, and the checker for programs. The function may forget the values
    of some variables at some locations, and put locations together: then the system has fewer states, and all that the
    program does, perhaps more. It has only the steps of the threads that occur in a certificate. *)

From Coq Require Import NArith List Bool Mergesort Orders FMapPositive.
From Boolprog Require Import Systems Certificates Index Check Codes Programs Values.
Import ListNotations.
Local Open Scope N_scope.

(** ** What is forgotten *)

(** The shared variables that are forgotten; for some locations the one that represents it; and the variables that are
    forgotten at some of these. What is known of all shared variables, and of the variables of a thread at a location: it is
    used where variables are forgotten, and checked. *)
Record forgetting := Forget {
  forgotten_shared : valuation;
  represented : list (location * location);
  forgotten_local : list (location * valuation);
  constant_shared : constants;
  constant_local : list (location * constants) }.

(** A program with tables. *)
Record tables := Tables {
  the : program;
  at_shared : valuation;
  place : location -> location;
  lost : location -> valuation;
  always_shared : constants;
  always : location -> constants;
  edges_at : table edge;
  conditions_at : table (location * expr) }.

Definition place_in (t : table (location * location)) (l : location) : location :=
  match look l t with [] => l | (_, l') :: _ => l' end.

Definition lost_in (t : table (location * valuation)) (l : location) : valuation :=
  match look l t with [] => 0%N | (_, v) :: _ => v end.

Definition constants_in (t : table (location * constants)) (l : location) : constants :=
  match look l t with [] => no_constants | (_, c) :: _ => c end.

Definition tables_of (p : program) (f : forgetting) : tables :=
  let places := index fst (represented f) in
  let masks := index fst (forgotten_local f) in
  let always := index fst (constant_local f) in
  let place := place_in places in
  Tables p (forgotten_shared f) place (lost_in masks) (constant_shared f) (constants_in always)
    (index (fun e => place (source e)) (edges p)) (index fst (enforced p)).

Definition same_option (a b : option N) : bool :=
  match a, b with Some n, Some m => N.eqb n m | None, None => true | _, _ => false end.

Definition same_numbers (a b : option (list (N * N))) : bool :=
  match a, b with
  | Some l, Some k =>
      if list_eq_dec (fun x y : N * N => ltac:(decide equality; apply N.eq_dec)) l k then true else false
  | None, None => true
  | _, _ => false
  end.

(** [true] if a location and its representative are the same for other threads. *)
Definition agrees (p : program) (f : forgetting) : bool :=
  every (fun entry =>
    if same_option (entry_for (fst entry) (waits p)) (entry_for (snd entry) (waits p))
    then same_numbers (entry_for (fst entry) (named p)) (entry_for (snd entry) (named p))
    else false) (represented f).

Section System.
  Variable p : tables.

  Definition known_shared (shared : valuation) : known :=
    with_constants (always_shared p) (Known shared (at_shared p)).

  (** What is known of a thread at a representative. *)
  Definition known_local (l : location) (v : valuation) : known := Known v (lost p l).

  (** What is known of a thread at a location. *)
  Definition known_at (l : location) (v : valuation) : known := with_constants (always p l) (known_local (place p l) v).

  (** ** Other threads *)

  (** The local states of a thread that arrives at a location. *)
  Definition arrivals (l : location) (inside : bool) (k : known) : list local :=
    let l := place p l in map (fun v => thread_code (At l inside v)) (ends k (lost p l)).

  (** The local states after a release; [None] if a thread does not wait. *)
  Definition release (t : thread) : option (list local) :=
    match t with
    | At l inside v =>
        match entry_for l (waits (the p)) with
        | Some l' => Some (arrivals l' inside (known_local l v))
        | None => None
        end
    | Failed _ => None
    end.

  Definition known_by_name (l : location) (k : known) (name : N) : truths := get_known k (its_number (the p) l name).

  (** The local states after an update of another thread; [None] if it stays. *)
  Definition update (shared local shared' local' : known) (names : list N) (updates : assignments) (condition : option expr)
      (t : thread) : option (list Systems.local) :=
    match t with
    | At l inside v =>
        if every (has_name (the p) l) names then
          let k := known_local l v in
          let before := truths_of shared local (known_by_name l k) in
          let k' := assign before (truths_of shared' local' (known_by_name l k))
            (map (fun update => (its_number (the p) l (fst update), snd update)) updates) k in
          let passes k' :=
            match condition with
            | None => true
            | Some e => snd (possible before (truths_of shared' local' (known_by_name l k')) e)
            end in
          Some (map (fun k' => thread_code (At l inside (N.ldiff (known_values k') (lost p l))))
            (filter passes (choices k' (lost p l))))
        else None
    | Failed _ => match condition with Some _ => Some [] | None => None end
    end.

  (** The transfer of the threads that occur beside one. *)
  Definition transfer_by (move : thread -> option (list local)) (row : list local) : transfer :=
    flat_map (fun l => match move (thread_of l) with Some goals => [(l, goals)] | None => [] end) row.

  (** ** Steps *)

  Definition allowed (l : location) (shared local : known) : bool :=
    let values := truths_of shared local none_other in
    every (fun entry => snd (possible values values (snd entry))) (look l (conditions_at p)).

  Definition goals (e : edge) (inside : bool) (v : valuation) : option local :=
    match to e with
    | Goto l => Some (thread_code (At (place p l) (inside_after e inside) v))
    | End => None
    | Fail assertion => Some (thread_code (Failed assertion))
    end.

  (** The variables that are forgotten after an edge. *)
  Definition lost_after (e : edge) : valuation :=
    match to e with Goto l => lost p (place p l) | End | Fail _ => lost p (place p (source e)) end.

  (** The effects of an edge. [waiting] is the transfer of the release. *)
  Definition effects (e : edge) (waiting : transfer) (row : list Systems.local) (shared local shared' local' : known)
      : list effect :=
    match acts e with
    | NoAction | EnterAtomic | LeaveAtomic => [Nothing]
    | StartThread l values =>
        let before := truths_of shared local none_other in
        map Create (arrivals l false (assign before before values (Known 0 0)))
    | ReleaseOne => [One waiting]
    | ReleaseAll => [Each waiting]
    | UpdateOthers updates condition =>
        [Each (transfer_by (update shared local shared' local' (names_of updates condition) updates condition) row)]
    end.

  (** The valuations after an edge, if it can be taken. *)
  Definition outcomes (shared local : known) (e : edge) : list (known * known) :=
    let before := truths_of shared local none_other in
    if allowed (source e) shared local then
      if snd (possible before before (guard e)) then
        let locals := choices (assign before before (local_updates e) local) (lost_after e) in
        flat_map (fun shared' =>
          map (pair shared')
            (filter (fun local' => snd (possible before (truths_of shared' local' none_other) (condition e))) locals))
          (choices (assign before before (shared_updates e) shared) (at_shared p))
      else []
    else [].

  (** The steps of an edge. *)
  Definition steps_by (waiting : transfer) (row : list Systems.local) (held : bool) (shared : valuation) (inside : bool)
      (local : valuation) (e : edge) : list step :=
    let s := known_shared shared in
    let l := known_at (source e) local in
    let from := shared_code held shared in
    let from_local := thread_code (At (place p (source e)) inside local) in
    let held' := held_after e inside held in
    flat_map (fun after =>
      let to_shared := shared_code held' (N.ldiff (known_values (fst after)) (at_shared p)) in
      let to_local := goals e inside (N.ldiff (known_values (snd after)) (lost_after e)) in
      map (Step from from_local to_shared to_local) (effects e waiting row s l (fst after) (snd after)))
      (outcomes s l e).

  (** The edges that a thread may take: it is at their source if the constants there agree with its values. *)
  Definition edges_of (l : location) (v : valuation) : list edge :=
    filter (fun e => is_consistent (always p (source e)) (known_local l v)) (look l (edges_at p)).

  (** The steps of a thread. *)
  Definition steps_from (waiting : transfer) (row : list local) (sh : Systems.shared) (l : local) : list step :=
    let (held, shared) := shared_of sh in
    match thread_of l with
    | At l inside v =>
        if held && negb inside then []
        else flat_map (steps_by waiting row held shared inside v) (edges_of l v)
    | Failed _ => []
    end.

  Definition steps_of_row (sh : Systems.shared) (row : list local) : list step :=
    let waiting := transfer_by release row in
    flat_map (steps_from waiting row sh) row.

  (** ** Starts and targets *)

  Definition start_of : start :=
    let values := truths_of (Known 0 0) (Known 0 0) none_other in
    Start (map (shared_code false) (ends (assign values values (shared_start (the p)) (Known 0 0)) (at_shared p))) []
      (arrivals (entry (the p)) false (assign values values (local_start (the p)) (Known 0 0)))
      (number (the p)).

  Definition is_violated (locations : list location) (sh : Systems.shared) (l : local) : bool :=
    match thread_of l with
    | At l _ v =>
        some (fun l' =>
          if N.eqb (place p l') l then allowed l' (known_shared (snd (shared_of sh))) (known_at l' v) else false) locations
    | Failed _ => false
    end.

  Definition targets_of (rows : list (Systems.shared * list local)) (b : property) : list target :=
    match b with
    | Assertion n => [(None, [thread_code (Failed n)])]
    | Label locations =>
        flat_map (fun row =>
          map (fun l => (Some (fst row), [l])) (filter (is_violated locations (fst row)) (snd row))) rows
    end.

  (** ** Constants *)

  Definition goal_constants (e : edge) : constants := match to e with Goto l => always p l | End | Fail _ => no_constants end.

  (** [true] if the constants are what they are said to be after an edge, also in the thread that it starts. *)
  Definition edge_keeps (shared local : known) (e : edge) : bool :=
    let before := truths_of shared local none_other in
    every (fun after => if knows (always_shared p) (fst after) then knows (goal_constants e) (snd after) else false)
      (outcomes shared local e)
    && match acts e with
       | StartThread l values => knows (always p l) (assign before before values (Known 0 0))
       | _ => true
       end.

  Definition thread_keeps (sh : Systems.shared) (l : local) : bool :=
    match thread_of l with
    | At l _ v =>
        every (fun e => edge_keeps (known_shared (snd (shared_of sh))) (known_at (source e) v) e) (edges_of l v)
    | Failed _ => true
    end.

  (** [true] if other threads change no constants. *)
  Definition others_keep : bool :=
    every (fun wait : location * location =>
      let (l, l') := wait in
      N.eqb (N.land (constant (always p l)) (constant (always p l'))) (constant (always p l'))
      && N.eqb (N.land (constant_values (always p l)) (constant (always p l'))) (constant_values (always p l')))
      (waits (the p))
    && every (fun entry : location * list (N * N) =>
         every (fun variable : N * N => negb (N.testbit (constant (always p (fst entry))) (snd variable))) (snd entry))
         (named (the p)).

  Definition start_keeps : bool :=
    let values := truths_of (Known 0 0) (Known 0 0) none_other in
    knows (always_shared p) (assign values values (shared_start (the p)) (Known 0 0))
    && knows (always p (entry (the p))) (assign values values (local_start (the p)) (Known 0 0)).

  (** [true] if constants always have their values. *)
  Definition constants_keep (rows : list (Systems.shared * list local)) : bool :=
    start_keeps && others_keep && every (fun row => every (thread_keeps (fst row)) (snd row)) rows.
End System.

(** ** Thread states *)

(** The thread states that occur in a set, perhaps several times. *)
Definition occurring (c : certificate) : list (shared * local) :=
  let of_ideals := flat_map (fun i =>
    let threads := omega i ++ concat (tails i) in
    flat_map (fun sh => map (pair sh) threads) (ideal_shared i)) in
  match c with
  | Configurations all => flat_map (fun x => map (pair (fst x)) (snd x)) all
  | Ideals ideals => of_ideals ideals
  | Complement ideals _ _ => of_ideals ideals
  end.

(** A list without repetition. *)
Fixpoint once (seen : table N) (list : list N) : Datatypes.list N :=
  match list with
  | [] => []
  | n :: rest => if has seen n then once seen rest else n :: once (insert (fun n => n) seen n) rest
  end.

(** The shared states that occur in a set, each with the local states that occur with it. *)
Definition rows (c : certificate) : list (shared * list local) :=
  let all := occurring c in
  let by_shared := index fst all in
  let none := PositiveMap.empty _ in
  map (fun sh => (sh, once none (map snd (look sh by_shared)))) (once none (map fst all)).

(** Steps in the order of the shared state to which they lead: the checker is faster. *)
Module ByGoal <: TotalLeBool.
  Definition t := step.
  Definition leb (t t' : step) : bool := N.leb (to_shared t) (to_shared t').
  Lemma leb_total : forall t t', leb t t' = true \/ leb t' t = true.
  Proof. intros t t'. unfold leb. rewrite !N.leb_le. apply N.le_ge_cases. Qed.
End ByGoal.
Module SortByGoal := Sort ByGoal.

Definition system_of (p : program) (f : forgetting) (rows : list (shared * list local)) : system :=
  let tables := tables_of p f in
  System (start_of tables)
    (SortByGoal.sort (flat_map (fun row => steps_of_row tables (fst row) (snd row)) rows)).

(** ** The checker *)

(** [true] if a set proves that a program violates none of the properties. *)
Definition check_program (p : program) (f : forgetting) (bad : list property) (c : certificate) : bool :=
  let rows := rows c in
  if agrees p f && constants_keep (tables_of p f) rows
  then check (system_of p f rows) (flat_map (targets_of (tables_of p f) rows) bad) c
  else false.
