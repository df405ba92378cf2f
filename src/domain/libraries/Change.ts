/**
 * What a record says after a change: members that the change lacks keep their values. The very record where it says the
 * same afterwards.
 */
export const applied = <A extends object>(before: A, change: NoInfer<Partial<A>>): A => {
  const after = { ...before, ...change }
  return JSON.stringify(after) === JSON.stringify(before) ? before : after
}
