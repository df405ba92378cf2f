/**
 * Sets of rows as words of 32 bits, the first row in the highest bit: the order that Arquero's `BitSet` has.
 *
 * Bits past the last row are always 0.
 */
export type Bits = Uint32Array

const wordsFor = (rows: number): number => (rows + 31) >>> 5

export const none = (rows: number): Bits => new Uint32Array(wordsFor(rows))

export const all = (rows: number): Bits => trim(none(rows).fill(0xffffffff), rows)

const trim = (bits: Bits, rows: number): Bits => {
  const tail = rows & 31
  if (tail !== 0) bits[bits.length - 1]! &= -1 << (32 - tail)
  return bits
}

export const has = (bits: Bits, row: number): boolean => (bits[row >>> 5]! & (0x80000000 >>> (row & 31))) !== 0

export const add = (bits: Bits, row: number): void => {
  bits[row >>> 5]! |= 0x80000000 >>> (row & 31)
}

export const remove = (bits: Bits, row: number): void => {
  bits[row >>> 5]! &= ~(0x80000000 >>> (row & 31))
}

/** `into` becomes what is in both. */
export const intersect = (into: Bits, other: Bits): void => {
  for (let i = 0; i < into.length; i++) into[i]! &= other[i]!
}

/** `into` becomes what is in either. */
export const unite = (into: Bits, other: Bits): void => {
  for (let i = 0; i < into.length; i++) into[i]! |= other[i]!
}

/** `into` loses what is in `other`. */
export const subtract = (into: Bits, other: Bits): void => {
  for (let i = 0; i < into.length; i++) into[i]! &= ~other[i]!
}

/** `bits` becomes the rows that were not in it. */
export const complement = (bits: Bits, rows: number): void => {
  for (let i = 0; i < bits.length; i++) bits[i] = ~bits[i]!
  trim(bits, rows)
}

export const countWord = (word: number): number => {
  let w = word - ((word >>> 1) & 0x55555555)
  w = (w & 0x33333333) + ((w >>> 2) & 0x33333333)
  return (((w + (w >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** How many rows are in it. */
export const count = (bits: Bits): number => {
  let sum = 0
  for (let i = 0; i < bits.length; i++) sum += countWord(bits[i]!)
  return sum
}

/** Rows before each word: `rank[w]` is how many are in the words before `w`. */
export const ranks = (bits: Bits): Uint32Array => {
  const rank = new Uint32Array(bits.length)
  let sum = 0
  for (let i = 0; i < bits.length; i++) {
    rank[i] = sum
    sum += countWord(bits[i]!)
  }
  return rank
}

/** The rows from the `skip`-th on, `limit` at most, ascending. */
export const rows = (bits: Bits, skip: number, limit: number): Uint32Array => {
  let passed = 0
  let word = 0
  while (word < bits.length) {
    const inWord = countWord(bits[word]!)
    if (passed + inWord > skip) break
    passed += inWord
    word++
  }
  let left = 0
  for (let i = word, sum = passed; i < bits.length && left < limit; i++) {
    sum += countWord(bits[i]!)
    left = sum - skip
  }
  const found = new Uint32Array(Math.max(0, Math.min(left, limit)))
  let at = 0
  for (let i = word; i < bits.length && at < found.length; i++) {
    let w = bits[i]!
    while (w !== 0 && at < found.length) {
      const bit = Math.clz32(w)
      w &= ~(0x80000000 >>> bit)
      if (passed++ >= skip) found[at++] = (i << 5) + bit
    }
  }
  return found
}
