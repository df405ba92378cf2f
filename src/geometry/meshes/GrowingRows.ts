/** Returns a growing list of rows of `width` numbers. */
export const growing = <A extends Float64Array | Uint32Array | Uint8Array>(
  make: (length: number) => A,
  width: number
) => {
  let values = make(1024 * width)
  let count = 0
  return {
    add: (...items: ReadonlyArray<number>) => {
      if ((count + 1) * width > values.length) {
        const more = make(values.length * 2)
        more.set(values)
        values = more
      }
      values.set(items, count++ * width)
    },
    done: () => values.slice(0, count * width) as A
  }
}
