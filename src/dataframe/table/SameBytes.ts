/** Returns whether two ranges have the same bytes. They are short: calling a native function takes longer. */
export const areSame = (
  one: Uint8Array,
  from: number,
  end: number,
  other: Uint8Array,
  otherFrom: number,
  otherEnd: number
): boolean => {
  if (end - from !== otherEnd - otherFrom) return false
  // Texts of one column often begin alike.
  for (let i = end - 1, j = otherEnd - 1; i >= from; i--, j--) if (one[i] !== other[j]) return false
  return true
}
