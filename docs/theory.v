(* Two statements of theory.md, with proofs that a machine checks: test/theory.test runs coqc on this file.

   A layout is the list of its flattened modes, each an extent and a stride; the layout 1:0 of one
   coordinate is the empty list. *)

Require Import ZArith List Lia.
Import ListNotations.
Open Scope Z_scope.

Definition layout := list (Z * Z).

Fixpoint size (l : layout) : Z :=
  match l with
  | [] => 1
  | (s, _) :: rest => s * size rest
  end.

(* The digit of a mode is floor(c / p) mod s, where p is the product of the extents before it. *)
Fixpoint offset_after (p : Z) (l : layout) (c : Z) : Z :=
  match l with
  | [] => 0
  | (s, d) :: rest => (c / p) mod s * d + offset_after (p * s) rest c
  end.

Definition offset := offset_after 1.

(* No extent is 1, and no neighbors (s,t):(d,e) have e = s*d. *)
Fixpoint coalesced (l : layout) : Prop :=
  match l with
  | [] => True
  | (s, d) :: rest =>
      2 <= s
      /\ match rest with
         | [] => True
         | (_, e) :: _ => e <> s * d
         end
      /\ coalesced rest
  end.

Fixpoint positive (l : layout) : Prop :=
  match l with
  | [] => True
  | (s, _) :: rest => 1 <= s /\ positive rest
  end.

(* The first digit, and the rest of the modes at what remains of the coordinate. *)
Lemma offset_after_at : forall l p q c,
  0 < p -> 0 < q -> positive l -> offset_after (q * p) l c = offset_after p l (c / q).
Proof.
  induction l as [| [s d] l IH]; intros p q c Hp Hq Hl; simpl; [reflexivity |].
  simpl in Hl. destruct Hl as [Hs Hl].
  rewrite <- Z.mul_assoc, (IH (p * s) q c) by (try apply Z.mul_pos_pos; lia || assumption).
  rewrite Z.div_div by lia. reflexivity.
Qed.

Lemma offset_cons : forall s d l c,
  1 <= s -> positive l -> offset ((s, d) :: l) c = c mod s * d + offset l (c / s).
Proof.
  intros s d l c Hs Hl. unfold offset. simpl. rewrite Z.div_1_r.
  replace (match s with 0 => 0 | Z.pos y' => Z.pos y' | Z.neg y' => Z.neg y' end) with (s * 1)
    by (destruct s; lia).
  rewrite offset_after_at by (lia || assumption). reflexivity.
Qed.

Lemma coalesced_positive : forall l, coalesced l -> positive l.
Proof.
  induction l as [| [s d] l IH]; simpl; [trivial |].
  intros (Hs & _ & Hl). split; [lia | auto].
Qed.

Lemma size_at_least_1 : forall l, positive l -> 1 <= size l.
Proof.
  induction l as [| [s d] l IH]; simpl; intros H; [lia |].
  destruct H as [Hs Hl]. specialize (IH Hl). nia.
Qed.

Lemma offset_0 : forall l, positive l -> offset l 0 = 0.
Proof.
  induction l as [| [s d] l IH]; intros H; [reflexivity |].
  simpl in H. destruct H as [Hs Hl].
  rewrite offset_cons, Z.mod_0_l, Z.div_0_l, IH by (lia || assumption). lia.
Qed.

(* Below the first extent only the first digit is not 0. *)
Lemma offset_first : forall s d l c,
  positive ((s, d) :: l) -> 0 <= c < s -> offset ((s, d) :: l) c = c * d.
Proof.
  intros s d l c [Hs Hl] Hc.
  rewrite offset_cons, Z.mod_small, Z.div_small, offset_0 by (lia || assumption). lia.
Qed.

Lemma offset_multiple : forall s d l c,
  positive ((s, d) :: l) -> offset ((s, d) :: l) (s * c) = offset l c.
Proof.
  intros s d l c [Hs Hl]. rewrite offset_cons by assumption.
  rewrite (Z.mul_comm s c), Z.mod_mul, Z.div_mul by lia. lia.
Qed.

(* The first extent is the least coordinate at which the function is not c*f(1): it is not less than that
   of a layout with the same function. *)
Lemma first_extent : forall s t d l m,
  coalesced ((s, d) :: l) -> coalesced ((t, d) :: m) ->
  size ((s, d) :: l) = size ((t, d) :: m) ->
  (forall c, 0 <= c < size ((s, d) :: l) -> offset ((s, d) :: l) c = offset ((t, d) :: m) c) ->
  t <= s.
Proof.
  intros s t d l m Hl Hm Hsize Hsame.
  destruct (Z_le_gt_dec t s) as [| Hless]; [assumption | exfalso].
  pose proof (coalesced_positive _ Hl) as Pl. pose proof (coalesced_positive _ Hm) as Pm.
  destruct l as [| [u e] l].
  - simpl in Hsize, Hl, Pm. pose proof (size_at_least_1 m (proj2 Pm)). nia.
  - assert (Hs : 2 <= s) by (simpl in Hl; tauto).
    assert (Hu : 2 <= u) by (simpl in Hl; tauto).
    assert (Hn : e <> s * d) by (simpl in Hl; tauto).
    assert (Pr : positive ((u, e) :: l)) by (simpl in *; tauto).
    assert (Hin : 0 <= s * 1 < size ((s, d) :: (u, e) :: l)).
    { pose proof (size_at_least_1 l (proj2 Pr)). assert (2 <= u * size l) by nia.
      change (0 <= s * 1 < s * (u * size l)). nia. }
    pose proof (Hsame (s * 1) Hin) as H.
    rewrite offset_multiple, offset_first in H by (assumption || lia).
    rewrite offset_first in H by (assumption || lia). lia.
Qed.

(* Claim of "The coalesced form is unique": two coalesced layouts of the same size that have the same
   offset at every coordinate are identical. *)
Theorem coalesced_form_is_unique : forall l m,
  coalesced l -> coalesced m -> size l = size m ->
  (forall c, 0 <= c < size l -> offset l c = offset m c) -> l = m.
Proof.
  induction l as [| [s d] l IH]; intros [| [t e] m] Hl Hm Hsize Hsame.
  - reflexivity.
  - pose proof (coalesced_positive _ Hm) as [_ P]. pose proof (size_at_least_1 m P).
    simpl in Hsize, Hm. nia.
  - pose proof (coalesced_positive _ Hl) as [_ P]. pose proof (size_at_least_1 l P).
    simpl in Hsize, Hl. nia.
  - pose proof (coalesced_positive _ Hl) as Pl. pose proof (coalesced_positive _ Hm) as Pm.
    assert (Hs : 2 <= s) by (simpl in Hl; tauto).
    assert (Ht : 2 <= t) by (simpl in Hm; tauto).
    pose proof (size_at_least_1 l (proj2 Pl)) as Nl.
    assert (Hd : d = e).
    { pose proof (Hsame 1 ltac:(simpl; nia)) as H.
      rewrite !offset_first in H by (assumption || lia). lia. }
    subst e.
    assert (Hst : s = t).
    { apply Z.le_antisymm.
      - apply (first_extent t s d m l); try assumption; try congruence.
        intros c Hc. symmetry. apply Hsame. rewrite Hsize. exact Hc.
      - apply (first_extent s t d l m); assumption. }
    subst t. f_equal. apply IH.
    + simpl in Hl; tauto.
    + simpl in Hm; tauto.
    + simpl in Hsize. nia.
    + intros c Hc. pose proof (Hsame (s * c) ltac:(simpl; nia)) as H.
      rewrite !offset_multiple in H by assumption. exact H.
Qed.

(* The function of a layout with its last mode extended: that digit is not taken modulo its extent. *)
Fixpoint extended (l : layout) (c : Z) : Z :=
  match l with
  | [] => 0
  | [(_, d)] => c * d
  | (s, d) :: rest => c mod s * d + extended rest (c / s)
  end.

Lemma extended_cons : forall s d mode rest c,
  extended ((s, d) :: mode :: rest) c = c mod s * d + extended (mode :: rest) (c / s).
Proof. reflexivity. Qed.

(* On its domain it is the layout's function. *)
Theorem extended_inside : forall l c,
  positive l -> 0 <= c < size l -> extended l c = offset l c.
Proof.
  induction l as [| [s d] l IH]; intros c Hl Hc; [reflexivity |].
  destruct l as [| mode l].
  - simpl in Hc. simpl. symmetry. apply offset_first; [exact Hl | lia].
  - rewrite extended_cons, offset_cons by (simpl in *; tauto).
    rewrite IH; [reflexivity | simpl in *; tauto |].
    assert (1 <= s) by (simpl in Hl; tauto).
    change (size ((s, d) :: mode :: l)) with (s * size (mode :: l)) in Hc.
    split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia].
Qed.

Definition first_stride (l : layout) : Z :=
  match l with
  | [] => 0
  | (_, d) :: _ => d
  end.

(* What the carries of x + y change, where k is carried into the first mode: one that leaves a mode of
   extent s and stride d for one of stride e changes the offset by e - s*d. *)
Fixpoint carried (l : layout) (k x y : Z) : Z :=
  match l with
  | (s, d) :: rest =>
      match rest with
      | [] => 0
      | _ =>
          let out := (x mod s + y mod s + k) / s in
          out * (first_stride rest - s * d) + carried rest out (x / s) (y / s)
      end
  | [] => 0
  end.

Lemma carried_cons : forall s d mode rest k x y,
  carried ((s, d) :: mode :: rest) k x y =
    (x mod s + y mod s + k) / s * (first_stride (mode :: rest) - s * d)
    + carried (mode :: rest) ((x mod s + y mod s + k) / s) (x / s) (y / s).
Proof. reflexivity. Qed.

Lemma extended_sum_with : forall l k x y,
  positive l ->
  extended l (x + y + k) = extended l x + extended l y + k * first_stride l + carried l k x y.
Proof.
  induction l as [| [s d] l IH]; intros k x y Hl; [simpl; lia |].
  destruct l as [| [t e] l]; [simpl; lia |].
  assert (Hs : 1 <= s) by (simpl in Hl; tauto).
  set (out := (x mod s + y mod s + k) / s).
  assert (Hsum : x + y + k = (x mod s + y mod s + k) + (x / s + y / s) * s).
  { pose proof (Z.div_mod x s ltac:(lia)). pose proof (Z.div_mod y s ltac:(lia)). lia. }
  assert (Hdiv : (x + y + k) / s = x / s + y / s + out).
  { rewrite Hsum, Z.div_add by lia. unfold out. lia. }
  assert (Hmod : (x + y + k) mod s = x mod s + y mod s + k - s * out).
  { rewrite Hsum, Z.mod_add, Z.mod_eq by lia. reflexivity. }
  rewrite !extended_cons, carried_cons. fold out.
  rewrite Hdiv, Hmod, IH by (simpl in *; tauto).
  simpl first_stride. ring.
Qed.

(* G'(x + y) is G'(x) + G'(y) and what the carries change, no more and no less. *)
Theorem extended_sum : forall l x y,
  positive l -> extended l (x + y) = extended l x + extended l y + carried l 0 x y.
Proof.
  intros l x y Hl. pose proof (extended_sum_with l 0 x y Hl) as H.
  rewrite Z.add_0_r in H. lia.
Qed.

(* In no mode but the last do the digits of x and y add up to the extent. *)
Fixpoint no_carry (l : layout) (x y : Z) : Prop :=
  match l with
  | (s, _) :: rest =>
      match rest with
      | [] => True
      | _ => x mod s + y mod s < s /\ no_carry rest (x / s) (y / s)
      end
  | [] => True
  end.

Lemma nothing_carried : forall l x y, positive l -> no_carry l x y -> carried l 0 x y = 0.
Proof.
  induction l as [| [s d] l IH]; intros x y Hl H; [reflexivity |].
  destruct l as [| mode l]; [reflexivity |].
  assert (Hs : 1 <= s) by (simpl in Hl; tauto).
  assert (Hdigits : x mod s + y mod s < s) by (simpl in H; tauto).
  pose proof (Z.mod_pos_bound x s ltac:(lia)). pose proof (Z.mod_pos_bound y s ltac:(lia)).
  rewrite carried_cons, (Z.div_small (x mod s + y mod s + 0) s) by lia.
  rewrite IH by (simpl in *; tauto). lia.
Qed.

(* The composition that CuTe's algorithm makes: each mode of F by itself. *)
Fixpoint composed_by_mode (g f : layout) (c : Z) : Z :=
  match f with
  | [] => 0
  | (s, d) :: rest => extended g (c mod s * d) + composed_by_mode g rest (c / s)
  end.

(* The sums of digits of F's modes at a coordinate do not carry from one mode of G into the next. *)
Fixpoint never_carries (g f : layout) (c : Z) : Prop :=
  match f with
  | [] => True
  | (s, d) :: rest =>
      no_carry g (c mod s * d) (offset rest (c / s)) /\ never_carries g rest (c / s)
  end.

Lemma extended_0 : forall l, positive l -> extended l 0 = 0.
Proof.
  intros l Hl. pose proof (extended_inside l 0 Hl). pose proof (size_at_least_1 l Hl).
  pose proof (offset_0 l Hl). lia.
Qed.

(* The carry condition of "Composition and promotion": where nothing carries, the composition of each mode
   by itself is G o F, also where F leaves the domain of G. *)
Theorem composition_without_carry : forall g f c,
  positive g -> positive f -> never_carries g f c ->
  extended g (offset f c) = composed_by_mode g f c.
Proof.
  intros g f. induction f as [| [s d] f IH]; intros c Hg Hf H.
  - exact (extended_0 g Hg).
  - destruct Hf as [Hs Hf]. destruct H as [H Hrest].
    rewrite offset_cons, extended_sum, nothing_carried by assumption.
    rewrite IH by assumption. simpl. lia.
Qed.

(* What is carried once is not 0 where the two modes do not coalesce: then the composition of each mode by
   itself is wrong. *)
Theorem one_carry_differs : forall s d t e x y,
  1 <= s -> 1 <= t -> s <= x mod s + y mod s -> e <> s * d ->
  extended [(s, d); (t, e)] (x + y) <> extended [(s, d); (t, e)] x + extended [(s, d); (t, e)] y.
Proof.
  intros s d t e x y Hs Ht Hcarry Hn H.
  rewrite extended_sum in H by (simpl; lia).
  pose proof (Z.mod_pos_bound x s ltac:(lia)). pose proof (Z.mod_pos_bound y s ltac:(lia)).
  assert (Hout : (x mod s + y mod s + 0) / s = 1).
  { symmetry. apply (Z.div_unique_pos _ _ 1 (x mod s + y mod s - s)); lia. }
  rewrite carried_cons, Hout in H. cbn [carried first_stride] in H. lia.
Qed.

(* Two carries may cancel, so the condition is not necessary: (2,2,2):(1,0,2) o (2,2):(3,1). *)
Example carries_that_cancel :
  let g := [(2, 1); (2, 0); (2, 2)] in
  let f := [(2, 3); (2, 1)] in
  coalesced g
  /\ ~ never_carries g f 3
  /\ map (fun c => extended g (offset f c)) [0; 1; 2; 3] = [0; 1; 1; 2]
  /\ map (composed_by_mode g f) [0; 1; 2; 3] = [0; 1; 1; 2].
Proof.
  cbv - [Z.le not]. repeat split; try lia; try discriminate.
  intros [[H _] _]. vm_compute in H. discriminate.
Qed.

Print Assumptions coalesced_form_is_unique.
Print Assumptions composition_without_carry.
Print Assumptions one_carry_differs.
