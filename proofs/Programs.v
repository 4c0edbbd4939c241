(** * Boolean programs, and what their threads can do

    This file defines what the theorems about Boolean programs are about. Everything that they say is in this file; all other
    files are checked by the prover. `Systems.v` explains the notation.

    A program is given by its edges: each takes a thread from one location to the next, in one step. Calls of procedures are
    already replaced by copies of their edges. *)

From Coq Require Import NArith List Permutation Bool.
Import ListNotations.

(** Locations are numbers. *)
Definition location := N.

(** The values of some variables: bit [x] of the number is the value of variable [x]. *)
Definition valuation := N.

Definition get (v : valuation) (x : N) : bool := N.testbit v x.
Definition put (v : valuation) (x : N) (b : bool) : valuation := if b then N.setbit v x else N.clearbit v x.

(** ** Expressions *)

(** A variable that is shared, one of the thread that takes the step, or one of another thread, by its name. *)
Inductive variable :=
  | Shared (x : N)
  | Local (x : N)
  | Other (name : N).

Inductive operator := And | Or | Implies | Equal | Differ.

Definition apply (o : operator) (a b : bool) : bool :=
  match o with
  | And => a && b
  | Or => a || b
  | Implies => implb a b
  | Equal => eqb a b
  | Differ => xorb a b
  end.

(** Expressions over the values before and after a step. [Any] is [*]. *)
Inductive expr :=
  | Const (b : bool)
  | Any
  | Before (x : variable)
  | After (x : variable)
  | Not (e : expr)
  | Binary (o : operator) (e e' : expr)
  | If (c e e' : expr).

Notation T := (Const true).
Notation F := (Const false).

(** The values that an expression can have. Each [Any] is a choice of its own. *)
Inductive value (before after : variable -> bool) : expr -> bool -> Prop :=
  | value_const : forall b, value before after (Const b) b
  | value_any : forall b, value before after Any b
  | value_before : forall x, value before after (Before x) (before x)
  | value_after : forall x, value before after (After x) (after x)
  | value_not : forall e b, value before after e b -> value before after (Not e) (negb b)
  | value_binary : forall o e e' b b',
      value before after e b -> value before after e' b' -> value before after (Binary o e e') (apply o b b')
  | value_then : forall c e e' b,
      value before after c true -> value before after e b -> value before after (If c e e') b
  | value_else : forall c e e' b,
      value before after c false -> value before after e' b -> value before after (If c e e') b.

(** The values of variables, given those of the shared ones, of the thread that takes the step, and of another thread. *)
Definition values_of (shared local : valuation) (other : N -> bool) (x : variable) : bool :=
  match x with Shared x => get shared x | Local x => get local x | Other name => other name end.

(** The same without another thread. *)
Definition seen (shared local : valuation) : variable -> bool := values_of shared local (fun _ => false).

(** Assignments: each variable of the list gets one of the values of its expression, all others stay. *)
Definition assignments := list (N * expr).

Inductive assigned (before after : variable -> bool) : assignments -> valuation -> valuation -> Prop :=
  | assigned_none : forall v, assigned before after [] v v
  | assigned_one : forall x e b rest v v',
      value before after e b -> assigned before after rest (put v x b) v' ->
      assigned before after ((x, e) :: rest) v v'.

(** ** Programs *)

(** The goal of an edge: a location; the end of the thread; or the failure of an assertion, after which it takes no more steps. *)
Inductive goal :=
  | Goto (l : location)
  | End
  | Fail (assertion : N).

(** The action of an edge besides: nothing; its thread enters or leaves an atomic section; it creates a thread, all of whose
    variables are F but those that are assigned; it releases one waiting thread, if there is one, or all; or it assigns
    variables of every other thread, so that a condition can hold there, if there is one. *)
Inductive action :=
  | NoAction
  | EnterAtomic
  | LeaveAtomic
  | StartThread (l : location) (values : assignments)
  | ReleaseOne
  | ReleaseAll
  | UpdateOthers (updates : assignments) (condition : option expr).

(** An edge: its thread goes from [source] to [to], if [guard] can be T. It assigns shared variables and variables of its own,
    all at once and such that [condition] can be T afterwards. *)
Record edge := Edge {
  source : location;
  to : goal;
  guard : expr;
  shared_updates : assignments;
  local_updates : assignments;
  condition : expr;
  acts : action }.

(** A program: the number of threads at the start ([None]: any number), and where they start; the variables that may be T at the
    start; the edges; the locations where threads wait, each with the one to which they are released; conditions that
    must be possible for a thread to move at a location ([enforce]); and, for the locations whose threads have variables that
    other threads update, the name and the number of each. *)
Record program := Program {
  number : option nat;
  entry : location;
  shared_start : assignments;
  local_start : assignments;
  edges : list edge;
  waits : list (location * location);
  enforced : list (location * expr);
  named : list (location * list (N * N)) }.

(** ** Runs *)

(** A thread is at a location, perhaps inside an atomic section, with the values of its variables; or its assertion has failed. *)
Inductive thread :=
  | At (l : location) (inside : bool) (local : valuation)
  | Failed (assertion : N).

(** A configuration: [held] if an atomic section is entered and not left; the values of the shared variables; all threads. *)
Record configuration := Configuration {
  held : bool;
  memory : valuation;
  threads : list thread }.

(** The entry of a list for a number. *)
Fixpoint entry_for {A} (n : N) (list : list (N * A)) : option A :=
  match list with
  | [] => None
  | (m, a) :: rest => if N.eqb m n then Some a else entry_for n rest
  end.

(** The conditions of a location can be T. *)
Definition permitted (p : program) (l : location) (shared local : valuation) : Prop :=
  forall e, In (l, e) (enforced p) ->
    value (seen shared local) (seen shared local) e true.

(** A thread after the release of waiting threads; [None] if it does not wait. *)
Definition released (p : program) (t : thread) : option thread :=
  match t with
  | At l inside v => option_map (fun l' => At l' inside v) (entry_for l (waits p))
  | Failed _ => None
  end.

(** The names of variables of another thread in an expression. *)
Fixpoint names_in (e : expr) : list N :=
  match e with
  | Before (Other name) | After (Other name) => [name]
  | Const _ | Any | Before _ | After _ => []
  | Not e => names_in e
  | Binary _ e e' => names_in e ++ names_in e'
  | If c e e' => names_in c ++ names_in e ++ names_in e'
  end.

Definition names_of (updates : assignments) (condition : option expr) : list N :=
  flat_map (fun update => fst update :: names_in (snd update)) updates
  ++ match condition with Some e => names_in e | None => [] end.

(** The number of a variable of another thread at a location. *)
Definition number_of (p : program) (l : location) (name : N) : option N :=
  match entry_for l (named p) with Some numbers => entry_for name numbers | None => None end.

Definition has_name (p : program) (l : location) (name : N) : bool :=
  match number_of p l name with Some _ => true | None => false end.

(** The number if there is one; it is only used if there is. *)
Definition its_number (p : program) (l : location) (name : N) : N :=
  match number_of p l name with Some x => x | None => 0%N end.

(** The values of the variables of another thread, by name. *)
Definition by_name (p : program) (l : location) (v : valuation) (name : N) : bool := get v (its_number p l name).

(** An update of another thread, by a step that changes the values of shared variables and of its own thread from [shared] and
    [local] to [shared'] and [local']. A thread that does not have all the variables stays as it is. *)
Inductive updated (p : program) (shared local shared' local' : valuation) (updates : assignments)
    (condition : option expr) : thread -> thread -> Prop :=
  | updated_other : forall l inside v v',
      (forall name, In name (names_of updates condition) -> has_name p l name = true) ->
      assigned (values_of shared local (by_name p l v)) (values_of shared' local' (by_name p l v))
        (map (fun update => (its_number p l (fst update), snd update)) updates) v v' ->
      (forall e, condition = Some e ->
        value (values_of shared local (by_name p l v)) (values_of shared' local' (by_name p l v')) e true) ->
      updated p shared local shared' local' updates condition (At l inside v) (At l inside v')
  | not_updated : forall l inside v name,
      In name (names_of updates condition) -> has_name p l name = false ->
      updated p shared local shared' local' updates condition (At l inside v) (At l inside v)
  | failed_before : forall assertion,
      condition = None ->
      updated p shared local shared' local' updates condition (Failed assertion) (Failed assertion).

(** The threads that do not take the step, before and after it. *)
Inductive affects (p : program) (shared local shared' local' : valuation)
    : action -> list thread -> list thread -> Prop :=
  | affects_none : forall others, affects p shared local shared' local' NoAction others others
  | affects_enter : forall others, affects p shared local shared' local' EnterAtomic others others
  | affects_leave : forall others, affects p shared local shared' local' LeaveAtomic others others
  | affects_start : forall l values v others,
      assigned (seen shared local) (seen shared local) values 0%N v ->
      affects p shared local shared' local' (StartThread l values) others (At l false v :: others)
  | affects_one : forall others others' t t',
      released p t = Some t' ->
      affects p shared local shared' local' ReleaseOne (others ++ t :: others') (others ++ t' :: others')
  | affects_no_one : forall others,
      (forall t, In t others -> released p t = None) ->
      affects p shared local shared' local' ReleaseOne others others
  | affects_all : forall others,
      affects p shared local shared' local' ReleaseAll others
        (map (fun t => match released p t with Some t' => t' | None => t end) others)
  | affects_update : forall updates condition others others',
      Forall2 (updated p shared local shared' local' updates condition) others others' ->
      affects p shared local shared' local' (UpdateOthers updates condition) others others'.

(** The thread that takes the step, after it. A thread that ends leaves its atomic section. *)
Definition inside_after (e : edge) (inside : bool) : bool :=
  match acts e with
  | EnterAtomic => true
  | LeaveAtomic => false
  | _ => match to e with End => false | _ => inside end
  end.

Definition thread_after (e : edge) (inside : bool) (local' : valuation) : list thread :=
  match to e with
  | Goto l => [At l (inside_after e inside) local']
  | End => []
  | Fail assertion => [Failed assertion]
  end.

(** An atomic section is entered and left by the thread that takes the step. *)
Definition held_after (e : edge) (inside held : bool) : bool :=
  if eqb inside (inside_after e inside) then held else inside_after e inside.

(** One step of one thread. While an atomic section is held, only a thread inside it takes steps. *)
Inductive next (p : program) : configuration -> configuration -> Prop :=
  | next_by : forall e inside held shared local shared' local' others others' threads threads',
      In e (edges p) ->
      Permutation threads (At (source e) inside local :: others) ->
      (held = true -> inside = true) ->
      permitted p (source e) shared local ->
      value (seen shared local) (seen shared local) (guard e) true ->
      assigned (seen shared local) (seen shared local) (shared_updates e) shared shared' ->
      assigned (seen shared local) (seen shared local) (local_updates e) local local' ->
      value (seen shared local) (seen shared' local') (condition e) true ->
      affects p shared local shared' local' (acts e) others others' ->
      Permutation threads' (thread_after e inside local' ++ others') ->
      next p (Configuration held shared threads)
        (Configuration (held_after e inside held) shared' threads').

(** The values at the start: all variables are F but those that are assigned. *)
Definition start_values (start : assignments) (v : valuation) : Prop :=
  assigned (seen 0%N 0%N) (seen 0%N 0%N)
    start 0%N v.

Inductive initial (p : program) : configuration -> Prop :=
  | initial_with : forall shared threads,
      start_values (shared_start p) shared ->
      (forall t, In t threads -> exists v, t = At (entry p) false v /\ start_values (local_start p) v) ->
      (forall n, number p = Some n -> length threads = n) ->
      initial p (Configuration false shared threads).

(** The configurations that some run reaches. *)
Inductive reach (p : program) : configuration -> Prop :=
  | reach_start : forall x, initial p x -> reach p x
  | reach_next : forall x y, reach p x -> next p x y -> reach p y.

(** ** Properties *)

(** An assertion, or an error label, which has some locations. *)
Inductive property :=
  | Assertion (n : N)
  | Label (locations : list location).

Inductive violated (p : program) (x : configuration) : property -> Prop :=
  | assertion_failed : forall n, In (Failed n) (threads x) -> violated p x (Assertion n)
  | label_reached : forall locations l inside v,
      In (At l inside v) (threads x) -> In l locations -> permitted p l (memory x) v ->
      violated p x (Label locations).

(** No run reaches a configuration that violates one of the properties, however many threads there are. *)
Definition program_safe (p : program) (bad : list property) : Prop :=
  forall x b, reach p x -> In b bad -> ~ violated p x b.
