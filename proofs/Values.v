(** * Values that are known in part

    Some variables of a program may be forgotten. Then an expression has a set of values, and an assignment several results.
    These functions compute them. *)

From Coq Require Import NArith PArith List Bool.
From Boolprog Require Import Programs.
Import ListNotations.
Local Open Scope N_scope.

(** ** Sets of values *)

(** A set of truth values: whether it has F, and T. *)
Definition truths : Type := bool * bool.

Definition only (b : bool) : truths := (negb b, b).
Definition both : truths := (true, true).
Definition can_be (b : bool) (s : truths) : bool := if b then snd s else fst s.
Definition union (s s' : truths) : truths := (fst s || fst s', snd s || snd s').

Definition combine (o : operator) (s s' : truths) : truths :=
  let when b b' := if can_be b s then if can_be b' s' then only (apply o b b') else (false, false) else (false, false) in
  union (union (when false false) (when false true)) (union (when true false) (when true true)).

Definition choose (c s s' : truths) : truths :=
  union (if snd c then s else (false, false)) (if fst c then s' else (false, false)).

(** The values that an expression may have, if variables have values of these sets. *)
Fixpoint possible (before after : variable -> truths) (e : expr) : truths :=
  match e with
  | Const b => only b
  | Any => both
  | Before x => before x
  | After x => after x
  | Not e => let s := possible before after e in (snd s, fst s)
  | Binary o e e' => combine o (possible before after e) (possible before after e')
  | If c e e' => choose (possible before after c) (possible before after e) (possible before after e')
  end.

(** ** Valuations that are known in part *)

(** The values of variables, and which of them are unknown. *)
Record known := Known { known_values : valuation; unknown : valuation }.

Definition get_known (k : known) (x : N) : truths :=
  if N.testbit (unknown k) x then both else only (N.testbit (known_values k) x).

Definition put_known (k : known) (x : N) (s : truths) : known :=
  match s with
  | (false, true) => Known (N.setbit (known_values k) x) (N.clearbit (unknown k) x)
  | (true, false) => Known (N.clearbit (known_values k) x) (N.clearbit (unknown k) x)
  | _ => Known (known_values k) (N.setbit (unknown k) x)
  end.

Fixpoint assign (before after : variable -> truths) (updates : assignments) (k : known) : known :=
  match updates with
  | [] => k
  | (x, e) :: rest => assign before after rest (put_known k x (possible before after e))
  end.

Definition truths_of (shared local : known) (other : N -> truths) (x : variable) : truths :=
  match x with Shared x => get_known shared x | Local x => get_known local x | Other name => other name end.

Definition none_other (name : N) : truths := only false.

(** All parts of a set of variables. *)
Fixpoint subsets_of (p : positive) : list N :=
  match p with
  | xH => [0; 1]%N
  | xO q => map N.double (subsets_of q)
  | xI q => let some := subsets_of q in map N.double some ++ map N.succ_double some
  end.

Definition subsets (n : N) : list N := match n with N0 => [0%N] | Npos p => subsets_of p end.

(** All values of the variables that are unknown and not forgotten. *)
Definition choices (k : known) (forgotten : valuation) : list known :=
  let free := N.ldiff (unknown k) forgotten in
  if N.eqb free 0 then [k]
  else map (fun values => Known (N.lor (N.ldiff (known_values k) free) values) (N.land (unknown k) forgotten)) (subsets free).

(** Their values, where forgotten ones are F. *)
Definition ends (k : known) (forgotten : valuation) : list valuation :=
  map (fun k => N.ldiff (known_values k) forgotten) (choices k forgotten).

(** ** Constants *)

(** Variables that always have the same value, and these values. *)
Record constants := Constants { constant : valuation; constant_values : valuation }.

Definition no_constants : constants := Constants 0 0.

Definition with_constants (c : constants) (k : known) : known :=
  Known (N.lor (N.ldiff (known_values k) (constant c)) (constant_values c)) (N.ldiff (unknown k) (constant c)).

(** [true] if all that is known agrees with the constants. *)
Definition is_consistent (c : constants) (k : known) : bool :=
  N.eqb (N.ldiff (N.lxor (N.land (known_values k) (constant c)) (constant_values c)) (unknown k)) 0.

(** [true] if the constants are known, and have their values. *)
Definition knows (c : constants) (k : known) : bool :=
  N.eqb (N.land (unknown k) (constant c)) 0 && N.eqb (N.land (known_values k) (constant c)) (constant_values c).
