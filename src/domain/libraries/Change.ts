/**
 * Returns a record after a change: members that the change lacks keep their values. Returns `before` itself if nothing
 * changes.
 */
export const applied = <A extends object>(before: A, change: NoInfer<Partial<A>>): A => {
  const after = { ...before, ...change }
  return JSON.stringify(after) === JSON.stringify(before) ? before : after
}
