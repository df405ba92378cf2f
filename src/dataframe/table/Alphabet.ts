/** Compares two texts by Unicode code points, which is also the order of their UTF-8 bytes. */
export const compareCodePoints = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Returns the rank of a UTF-16 unit. Surrogates encode code points above all others, so they rank last. */
const rank = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2000 : unit >= 0xe000 ? unit - 0x800 : unit

/** Compares two texts for alphabetical lists: first by their lower-case form, then as they are. */
export const alphabetically = (a: string, b: string): number =>
  compareCodePoints(a.toLowerCase(), b.toLowerCase()) || compareCodePoints(a, b)
