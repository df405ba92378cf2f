const million = 1e6
const most = 1e8

/** Returns the number with 15 significant digits, so that a product of decimals is the decimal that it should be. */
export const rounded = (value: number): number => {
  if (Math.abs(value) < most) {
    const short = Math.round(value * million) / million
    // A decimal of at most 14 digits this close is what rounding to 15 gives, which takes ten times as long.
    if (Math.abs(short - value) <= 4e-16 * Math.abs(value)) return short === 0 ? 0 : short
  }
  return Number.isFinite(value) ? Number(value.toPrecision(15)) : value
}
