/** A set of rows as stored in a container: 32-bit words, the first row in the highest bit, 0 after the last row. */
export type Bits = Uint32Array

export const none = (rows: number): Bits => new Uint32Array((rows + 31) >>> 5)

export const has = (bits: Bits, row: number): boolean => (bits[row >>> 5]! & (0x80000000 >>> (row & 31))) !== 0

export const add = (bits: Bits, row: number): void => {
  bits[row >>> 5]! |= 0x80000000 >>> (row & 31)
}

export const remove = (bits: Bits, row: number): void => {
  bits[row >>> 5]! &= ~(0x80000000 >>> (row & 31))
}

/** Returns the rows that are not in the set. */
export const not = (bits: Bits, rows: number): Bits => {
  const others = bits.map((word) => ~word)
  if (rows % 32 !== 0) others[rows >>> 5]! &= ~(0xffffffff >>> (rows & 31))
  return others
}

export const and = (bits: Bits, others: Bits): Bits => bits.map((word, i) => word & others[i]!)

export const or = (bits: Bits, others: Bits): Bits => bits.map((word, i) => word | others[i]!)

export const count = (bits: Bits): number => {
  let sum = 0
  for (let i = 0; i < bits.length; i++) sum += countWord(bits[i]!)
  return sum
}

export const countWord = (word: number): number => {
  let w = word - ((word >>> 1) & 0x55555555)
  w = (w & 0x33333333) + ((w >>> 2) & 0x33333333)
  return (((w + (w >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Returns the number of rows in the words before each word: `rank[w]` counts the rows in the words before `w`. */
export const ranks = (bits: Bits): Uint32Array => {
  const rank = new Uint32Array(bits.length)
  let sum = 0
  for (let i = 0; i < bits.length; i++) {
    rank[i] = sum
    sum += countWord(bits[i]!)
  }
  return rank
}
