import { factors } from "../ifc/step/HashIndex.ts"

/**
 * Hashes one number with random factors, see `ifc/step/HashIndex.ts`, so that nobody can craft numbers that collide.
 */
const part = (value: number, place: 0 | 1 | 2): number =>
  Math.imul(value & 0xff_ff, factors[2 * place]!) + Math.imul(value >>> 16, factors[2 * place + 1]!)

/** Maps a sum of parts to a slot, and mixes the bits, so that consecutive numbers are spread. */
const slotOf = (sum: number, shift: number): number => Math.imul(sum ^ (sum >>> 15), 0x2c_1b_3c_6d) >>> shift

/** Returns the right shift that leaves the slot number of a table with `slots` slots, a power of two. */
export const shiftOf = (slots: number): number => Math.clz32(slots) + 1

/** Returns the slot of two numbers; `slotOfThree`, of three. */
export const slotOfTwo = (a: number, b: number, shift: number): number => slotOf((part(a, 0) + part(b, 1)) | 0, shift)
export const slotOfThree = (a: number, b: number, c: number, shift: number): number =>
  slotOf((part(a, 0) + part(b, 1) + part(c, 2)) | 0, shift)
