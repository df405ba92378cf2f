/** Returns the first 32 bits of the fractional parts of roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
const fractions = (root: (prime: number) => number, count: number): Uint32Array => {
  const words = new Uint32Array(count)
  let found = 0
  for (let prime = 2; found < count; prime++) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= prime; divisor++) if (prime % divisor === 0) isPrime = false
    if (isPrime) words[found++] = (root(prime) % 1) * 2 ** 32
  }
  return words
}

const constants = fractions(Math.cbrt, 64)
const initial = fractions(Math.sqrt, 8)

const padded = (bytes: Uint8Array): DataView => {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  const view = new DataView(blocks.buffer)
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(blocks.length - 4, bytes.length << 3)
  return view
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const mix = (hash: Uint32Array, block: DataView, at: number): void => {
  const words = new Uint32Array(64)
  for (let n = 0; n < 16; n++) words[n] = block.getUint32(at + 4 * n)
  for (let n = 16; n < 64; n++) {
    const [x, y] = [words[n - 15]!, words[n - 2]!]
    const small = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)
    words[n] = words[n - 16]! + small + words[n - 7]! + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let n = 0; n < 64; n++) {
    const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const one = (h + large + ((e & f) ^ (~e & g)) + constants[n]! + words[n]!) | 0
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) hash[n]! += word
}

/** Returns the SHA-256 of bytes (FIPS 180-4). Browsers offer `crypto.subtle` only on https and localhost. */
export const sha256 = (bytes: Uint8Array): Uint8Array => {
  const hash = initial.slice()
  const blocks = padded(bytes)
  for (let at = 0; at < blocks.byteLength; at += 64) mix(hash, blocks, at)
  const digest = new DataView(new ArrayBuffer(32))
  for (const [n, word] of hash.entries()) digest.setUint32(4 * n, word)
  return new Uint8Array(digest.buffer)
}
