/** Order by Unicode code points, which is the order of UTF-8 bytes. */
export const compareCodePoints = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Surrogates stand for code points above all others. */
const rank = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2000 : unit >= 0xe000 ? unit - 0x800 : unit

/** Texts as lists of names have them: by the lower-cased text, then by the text. */
export const alphabetically = (a: string, b: string): number =>
  compareCodePoints(a.toLowerCase(), b.toLowerCase()) || compareCodePoints(a, b)
