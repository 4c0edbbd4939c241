(** * The checker

    Functions that decide whether a certificate proves something about a system. They are executed by the prover itself. That
    they are right is proved in the files that follow; nothing has to be believed about them. *)

From Coq Require Import NArith List Bool.
From Boolprog Require Import Systems Certificates Multisets Index.
Import ListNotations.

(** Both, and either; the second argument is evaluated only if it decides. *)
Local Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).
Local Notation "a ||| b" := (if a then true else b) (at level 50, left associativity).

(** ** Starts *)

(** All multisets of [n] local states of a list. *)
Fixpoint choose (pool : list local) : nat -> list (list local) :=
  match pool with
  | [] => fun n => match n with O => [[]] | S _ => [] end
  | l :: rest =>
      fix first (n : nat) : list (list local) :=
        match n with
        | O => [[]]
        | S k => map (cons l) (first k) ++ choose rest (S k)
        end
  end.

(** Calls [test] for everything that a system starts with: a shared state, threads that certainly exist, and local states with
    any number of threads. *)
Definition all_starts (s : start) (test : shared -> list local -> list local -> bool) : bool :=
  every (fun sh =>
    match number s with
    | None => test sh (fixed s) (pool s)
    | Some n => every (fun others => test sh (fixed s ++ others) []) (choose (pool s) n)
    end) (start_shared s).

(** ** Ideals *)

(** All parts of a list of threads. *)
Fixpoint parts (threads : list local) : list (list local) :=
  match threads with
  | [] => [[]]
  | l :: rest => let less := parts rest in map (cons l) less ++ less
  end.

(** A number of some threads that does not depend on their order. *)
Definition hash (threads : list local) : N := sum (fun l => (l + 1) * (l + 3) * 5)%N threads.

(** Tails with few threads are found by their parts. *)
Definition is_short (tail : list local) : bool := Nat.leb (length tail) 5.

(** An ideal with tables: of its omega states, of its tails by the local states that occur in them, and of the short ones by
    their parts; and with the long ones. *)
Record prepared := Prepared {
  the : ideal;
  omegas : table local;
  by_thread : table (local * list local);
  by_part : table (N * list local);
  long : list (list local) }.

Definition prepare (i : ideal) : prepared :=
  Prepared i (index (fun l => l) (omega i))
    (index fst (flat_map (fun tail => map (fun l => (l, tail)) tail) (tails i)))
    (index fst (flat_map (fun tail => map (fun part => (hash part, tail)) (parts tail)) (filter is_short (tails i))))
    (filter (fun tail => negb (is_short tail)) (tails i)).

Definition is_omega (p : prepared) : local -> bool := has (omegas p).

(** Those threads for which a test does not hold. *)
Definition counted (any_number : local -> bool) (threads : list local) : list local :=
  filter (fun l => negb (any_number l)) threads.

(** [true] if an ideal has these threads. *)
Definition fits (p : prepared) (threads : list local) : bool :=
  match counted (is_omega p) threads with
  | [] => match tails (the p) with [] => false | _ => true end
  | some_threads =>
      some (fun entry => within some_threads (snd entry)) (look (hash some_threads) (by_part p))
      ||| some (within some_threads) (long p)
  end.

(** Removes threads one by one; [None] if one is missing. *)
Fixpoint take_all (few many : list local) : option (list local) :=
  match few with
  | [] => Some many
  | l :: rest => match take l many with Some others => take_all rest others | None => None end
  end.

(** The tails of an ideal that have the threads which a step takes away. *)
Definition affected (p : prepared) (gone : list local) : list (list local) :=
  match gone with
  | [] => tails (the p)
  | l :: _ => map snd (look l (by_thread p))
  end.

Definition is_nil {A} (list : list A) : bool := match list with [] => true | _ => false end.

(** [true] if the configurations of an ideal [p], after threads at [removed] were replaced by threads at [added], and with the
    shared state [to], are in [p] itself or in one of the ideals [above], which have all omega states of [p]. *)
Definition change_stays (above : list prepared) (p : prepared) (to : shared) (removed added : list local) : bool :=
  let gone := counted (is_omega p) removed in
  (is_nil gone &&& every (is_omega p) added &&& member to (ideal_shared (the p)))
  ||| every (fun tail =>
       match take_all gone tail with
       | None => true
       | Some rest => some (fun q => fits q (added ++ rest)) above
       end) (affected p gone).

(** The destinations of a thread, from a table of the transfer. *)
Definition destinations_in (moves : table (local * list local)) (l : local) : list local :=
  match look l moves with [] => [l] | entries => flat_map snd entries end.

(** The same as [change_stays] for a step that moves all other threads. *)
Definition transfer_stays (candidates : list prepared) (p : prepared) (t : step) (moves : table (local * list local))
    : bool :=
  let many := flat_map (destinations_in moves) (omega (the p)) in
  let above := filter (fun q => every (is_omega q) many) candidates in
  let gone := counted (is_omega p) [from_local t] in
  every (fun tail =>
    match take_all gone tail with
    | None => true
    | Some rest =>
        let goals := map (destinations_in moves) rest in
        let several := flat_map (fun goal => match goal with [_] => [] | _ => goal end) goals in
        let single := flat_map (fun goal => match goal with [l] => [l] | _ => [] end) goals in
        some (fun q => every (is_omega q) several &&& fits q (threads_of (to_local t) ++ single)) above
    end) (affected p gone).

(** Ideals by shared state. *)
Definition ideals_by_shared (ideals : list prepared) : table (shared * prepared) :=
  index fst (flat_map (fun p => map (fun sh => (sh, p)) (ideal_shared (the p))) ideals).

Definition ideals_with (ideals : table (shared * prepared)) (sh : shared) : list prepared :=
  map snd (look sh ideals).

(** The ideals with a shared state that have all omega states of [p]. *)
Definition above (ideals : table (shared * prepared)) (p : prepared) (sh : shared) : list prepared :=
  filter (fun q => every (is_omega q) (omega (the p))) (ideals_with ideals sh).

(** [true] if a step from an ideal leads to configurations of the ideals only. [ups] are the ideals [above p (to_shared t)]. *)
Definition step_stays (ideals : table (shared * prepared)) (ups : list prepared) (p : prepared) (t : step)
    (moves : table (local * list local)) : bool :=
  let change removed added :=
    change_stays ups p (to_shared t) (from_local t :: removed) (threads_of (to_local t) ++ added) in
  match on_others t with
  | Nothing => change [] []
  | Create l => change [] [l]
  | Each _ => transfer_stays (ideals_with ideals (to_shared t)) p t moves
  | One all => change [] [] &&& every (fun move => every (fun l => change [fst move] [l]) (snd move)) all
  end.

(** A step with a table of its transfer. *)
Definition tabled (t : step) : step * table (local * list local) :=
  (t, match on_others t with Each moves => index fst moves | _ => index fst [] end).

(** The same for all steps. Those to one shared state may stand together, so that the ideals above are found once. *)
Fixpoint steps_stay (ideals : table (shared * prepared)) (p : prepared) (known : shared) (ups : list prepared)
    (entries : list (step * table (local * list local))) : bool :=
  match entries with
  | [] => true
  | (t, moves) :: rest =>
      if N.eqb (to_shared t) known
      then step_stays ideals ups p t moves &&& steps_stay ideals p known ups rest
      else let ups := above ideals p (to_shared t) in
           step_stays ideals ups p t moves &&& steps_stay ideals p (to_shared t) ups rest
  end.

(** [true] if no step leads out of the ideals. *)
Definition ideals_closed (ideals : table (shared * prepared)) (all : list prepared)
    (by_source : table (step * table (local * list local))) : bool :=
  every (fun p => every (fun sh => steps_stay ideals p sh (above ideals p sh) (look sh by_source))
    (ideal_shared (the p))) all.

(** [true] if some ideal has these threads with any number in each of [any]. *)
Definition covered (ideals : table (shared * prepared)) (sh : shared) (any threads : list local) : bool :=
  some (fun q => every (is_omega q) any &&& fits q threads) (ideals_with ideals sh).

(** ** Complements *)

(** A weight function from a list; a state that is listed twice has the sum. *)
Definition weight (weights : table (N * N)) (n : N) : N :=
  fold_right (fun entry s => (snd entry + s)%N) 0%N (look n weights).

(** A place invariant with tables. *)
Record weighing := Weighing {
  of_shared : table (N * N);
  of_local : table (N * N);
  limit : N }.

Definition weigh_by (i : place_invariant) : weighing :=
  Weighing (index fst (shared_weights i)) (index fst (local_weights i)) (bound i).

Definition shared_weight (w : weighing) : shared -> N := weight (of_shared w).
Definition local_weight (w : weighing) : local -> N := weight (of_local w).

(** The weight of a configuration. *)
Definition total (w : weighing) (sh : shared) (threads : list local) : N :=
  (shared_weight w sh + sum (local_weight w) threads)%N.

Definition too_heavy (w : weighing) (sh : shared) (threads : list local) : bool :=
  N.ltb (limit w) (total w sh threads).

(** A set: ideals, and what is left out of them. *)
Record complement := MakeComplement {
  within_ideals : table (shared * prepared);
  left_out : table configuration;
  weighings : list weighing }.

(** [true] if one of the minimal configurations is below these threads. *)
Definition above_minimal (c : complement) (sh : shared) (threads : list local) : bool :=
  some (fun x => within (snd x) threads) (look sh (left_out c)).

(** [true] if no configuration of the set has at least these threads. *)
Definition excluded (c : complement) (sh : shared) (threads : list local) : bool :=
  negb (covered (within_ideals c) sh [] threads)
  ||| above_minimal c sh threads
  ||| some (fun w => too_heavy w sh threads) (weighings c).

(** [true] if some configuration of the ideals has a thread at a local state. *)
Definition possible (c : complement) (sh : shared) (l : local) : bool := covered (within_ideals c) sh [] [l].

(** All choices of one element of each list. *)
Fixpoint product (lists : list (list local)) : list (list local) :=
  match lists with
  | [] => [[]]
  | choices :: rest => flat_map (fun others => map (fun l => l :: others) choices) (product rest)
  end.

(** From where a transfer may take a thread to [l]. *)
Definition origins (c : complement) (sh : shared) (moves : transfer) (l : local) : list local :=
  let stays := if some (fun move => N.eqb (fst move) l) moves then [] else [l] in
  filter (possible c sh) (stays ++ map fst (filter (fun move => member l (snd move)) moves)).

(** The smallest lists of other threads such that [wanted] may be among them after a step. *)
Definition before (c : complement) (t : step) (wanted : list local) : list (list local) :=
  match on_others t with
  | Nothing => [wanted]
  | Create l => [without l wanted]
  | Each moves => product (map (origins c (from_shared t) moves) wanted)
  | One moves =>
      flat_map (fun move =>
        if possible c (from_shared t) (fst move)
        then map (fun l => fst move :: without l wanted) (snd move)
        else []) moves
      ++ (if some (fun l => negb (is_nil (moved moves l))) wanted then [] else [wanted])
  end.

(** [true] if a configuration above [wanted] after a step was above it before, too. *)
Definition supplies_nothing (t : step) (wanted : list local) : bool :=
  N.eqb (from_shared t) (to_shared t)
  &&& negb (some (fun l => member l wanted) (threads_of (to_local t)))
  &&& match on_others t with
     | Nothing => true
     | Create l => negb (member l wanted)
     | Each _ | One _ => false
     end.

Definition without_goal (t : step) (wanted : list local) : list local :=
  match to_local t with Some l => without l wanted | None => wanted end.

(** [true] if a step from the set leads to no configuration above a minimal one. *)
Definition arrives_below (c : complement) (t : step) : bool :=
  every (fun x =>
    supplies_nothing t (snd x)
    ||| every (fun others => excluded c (from_shared t) (from_local t :: others))
         (before c t (without_goal t (snd x)))) (look (to_shared t) (left_out c)).

(** [true] if a step from the ideals does not increase a weight. *)
Definition weighs_no_more (c : complement) (t : step) (w : weighing) : bool :=
  let old others := (shared_weight w (from_shared t) + (local_weight w (from_local t) + others))%N in
  let new others := (shared_weight w (to_shared t) + (sum (local_weight w) (threads_of (to_local t)) + others))%N in
  match on_others t with
  | Nothing => N.leb (new 0%N) (old 0%N)
  | Create l => N.leb (new (local_weight w l)) (old 0%N)
  | Each moves =>
      N.leb (new 0%N) (old 0%N)
      &&& every (fun move =>
           negb (possible c (from_shared t) (fst move))
           ||| every (fun l => N.leb (local_weight w l) (local_weight w (fst move))) (snd move)) moves
  | One moves =>
      N.leb (new 0%N) (old 0%N)
      &&& every (fun move =>
           negb (possible c (from_shared t) (fst move))
           ||| every (fun l => N.leb (new (local_weight w l)) (old (local_weight w (fst move)))) (snd move)) moves
  end.

Definition step_keeps (c : complement) (t : step) : bool :=
  negb (possible c (from_shared t) (from_local t))
  ||| (every (weighs_no_more c t) (weighings c) &&& arrives_below c t).

(** [true] if everything at the start is in the set. *)
Definition starts_inside (c : complement) (s : start) : bool :=
  all_starts s (fun sh threads any =>
    covered (within_ideals c) sh any threads
    &&& every (fun x => negb (within (counted (fun l => member l any) (snd x)) threads)) (look sh (left_out c))
    &&& every (fun w => every (fun l => N.eqb (local_weight w l) 0) any &&& negb (too_heavy w sh threads))
         (weighings c)).

(** [true] if the set has no configuration that covers a target. [shared_states] are those of the ideals. *)
Definition misses (c : complement) (shared_states : list shared) (t : target) : bool :=
  match fst t with
  | Some sh => excluded c sh (snd t)
  | None => every (fun sh => excluded c sh (snd t)) shared_states
  end.

Definition check_set (m : system) (bad : list target) (ideals : list ideal) (minimal : list configuration)
    (place_invariants : list place_invariant) : bool :=
  let all := map prepare ideals in
  let by_shared := ideals_by_shared all in
  let c := MakeComplement by_shared (index fst minimal) (map weigh_by place_invariants) in
  let by_source := index (fun entry => from_shared (fst entry)) (map tabled (steps m)) in
  starts_inside c (starts m)
  &&& every (misses c (flat_map ideal_shared ideals)) bad
  &&& ideals_closed by_shared all by_source
  &&& ((is_nil minimal &&& is_nil place_invariants) ||| every (step_keeps c) (steps m)).

(** ** Configurations *)

(** A number of a configuration that does not depend on the order of threads. *)
Definition hash_of (x : configuration) : N := (fst x + hash (snd x))%N.

(** [true] if a set has a configuration, in some order. *)
Definition known (set : table configuration) (x : configuration) : bool :=
  some (fun y =>
    N.eqb (fst y) (fst x) &&& Nat.eqb (length (snd y)) (length (snd x)) &&& within (snd y) (snd x)) (look (hash_of x) set).

(** All results of an effect for the threads that do not act. *)
Definition results (e : effect) (others : list local) : list (list local) :=
  match e with
  | Nothing => [others]
  | Create l => [l :: others]
  | Each moves => product (map (destinations moves) others)
  | One moves =>
      if every (fun l => is_nil (moved moves l)) others then [others]
      else flat_map (fun l => map (fun goal => goal :: without l others) (moved moves l)) others
  end.

Definition source (sh : shared) (l : local) : N := (sh * 65536 + l)%N.

Definition successors_known (set : table configuration) (by_source : table step) (x : configuration) : bool :=
  every (fun l =>
    let others := without l (snd x) in
    every (fun t =>
      negb (N.eqb (from_shared t) (fst x) &&& N.eqb (from_local t) l)
      ||| every (fun result => known set (to_shared t, threads_of (to_local t) ++ result))
           (results (on_others t) others)) (look (source (fst x) l) by_source)) (snd x).

Definition covers_target (x : configuration) (t : target) : bool :=
  match fst t with Some sh => N.eqb (fst x) sh | None => true end &&& within (snd t) (snd x).

Definition check_configurations (m : system) (bad : list target) (all : list configuration) : bool :=
  let set := index hash_of all in
  let by_source := index (fun t => source (from_shared t) (from_local t)) (steps m) in
  all_starts (starts m) (fun sh threads any => is_nil any &&& known set (sh, threads))
  &&& every (fun x => successors_known set by_source x &&& negb (some (covers_target x) bad)) all.

(** ** All kinds *)

Definition check (m : system) (bad : list target) (c : certificate) : bool :=
  match c with
  | Configurations all => check_configurations m bad all
  | Ideals ideals => check_set m bad ideals [] []
  | Complement ideals minimal place_invariants => check_set m bad ideals minimal place_invariants
  end.
