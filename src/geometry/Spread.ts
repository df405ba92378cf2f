import { factors } from "../ifc/step/HashIndex.ts"

/** A number's part of a hash, by random factors as `ifc/step/HashIndex.ts` says: nobody can write numbers that fall together. */
const part = (value: number, place: 0 | 1 | 2): number =>
  Math.imul(value & 0xff_ff, factors[2 * place]!) + Math.imul(value >>> 16, factors[2 * place + 1]!)

/** Of a sum of parts, those of a series apart. */
const slotOf = (sum: number, shift: number): number => Math.imul(sum ^ (sum >>> 15), 0x2c_1b_3c_6d) >>> shift

/** How far the bits that name a slot are from the right, of a table of so many slots: a power of two. */
export const shiftOf = (slots: number): number => Math.clz32(slots) + 1

/** The slot of two numbers, and of three. */
export const slotOfTwo = (a: number, b: number, shift: number): number => slotOf((part(a, 0) + part(b, 1)) | 0, shift)
export const slotOfThree = (a: number, b: number, c: number, shift: number): number =>
  slotOf((part(a, 0) + part(b, 1) + part(c, 2)) | 0, shift)
