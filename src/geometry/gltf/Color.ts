/** Convert an sRGB channel to linear light, and back; both from 0 to 1. Source: IEC 61966-2-1. */
const linearOf = (part: number): number => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const encodedOf = (part: number): number => (part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

/** Linear light of each sRGB byte, rounded to six digits, which is enough to recover the byte. */
const table = Array.from({ length: 256 }, (_, byte) => Number(linearOf(byte / 255).toFixed(6)))

export const toLinear = (byte: number): number => table[byte]!

export const toByte = (linear: number): number => Math.round(Math.min(1, Math.max(0, encodedOf(linear))) * 255)
