/** Red, green and blue, 0 to 255, sRGB. */
export type Rgb = readonly [number, number, number]

/** Colours by product index, as a map or one per product; null or missing keeps the product's own colour. */
export type Colors = ReadonlyMap<number, Rgb> | ReadonlyArray<Rgb | null>

/** Bits of the fourth byte of a texel. */
export const flags = { hidden: 1, selected: 2, tinted: 4, ghost: 8, hovered: 16 } as const

/** Texels in a row of the texture. */
export const rowLength = 1024

/** Display state of products as the texels that shaders read: one per product, with its colour and flags. */
export interface States {
  readonly texels: Uint8Array
  readonly rows: number
  /** Returns whether a texel has changed since the last call. */
  readonly isOther: () => boolean
  readonly isShown: (product: number) => boolean
  /** Returns whether `hide` hides all of these; false for an empty list. */
  readonly areHidden: (products: ReadonlyArray<number>) => boolean
  /** Returns whether exactly these are isolated. */
  readonly areAlone: (products: ReadonlyArray<number>) => boolean
  readonly selected: ReadonlySet<number>
  readonly select: (products: Iterable<number>) => void
  readonly hover: (product: number | null) => void
  readonly hide: (products: Iterable<number>) => void
  /** Takes these out of the hidden products. */
  readonly show: (products: Iterable<number>) => void
  /** Shows only these; null shows all. */
  readonly isolate: (products: Iterable<number> | null) => void
  /** Makes exactly these faint, so that what is behind them is visible. */
  readonly ghost: (products: Iterable<number>) => void
  readonly color: (colors: Colors | null) => void
  readonly showSpaces: (isOn: boolean) => void
  /** Leaves out all but these, whatever else is shown; null leaves out none. */
  readonly match: (products: Iterable<number> | null) => void
  /** Ends hiding, isolating and ghosts. */
  readonly showAll: () => void
  /** Undoes the last hide, show, isolate, ghost or showAll. Returns whether there was one. */
  readonly undo: () => boolean
}

/** Number of steps that can be undone. */
export const mostSteps = 50

/** Returns texels that give all products one colour. */
export const tinted = (count: number, color: Rgb): Pick<States, "rows" | "texels"> => {
  const rows = Math.max(1, Math.ceil(count / rowLength))
  const texels = new Uint8Array(4 * rowLength * rows)
  for (let i = 0; i < count; i++) texels.set([...color, flags.tinted], 4 * i)
  return { rows, texels }
}

/** Creates the states. Everything except spaces is shown. */
export const makeStates = (isSpace: Uint8Array): States => {
  const count = isSpace.length
  const rows = Math.max(1, Math.ceil(count / rowLength))
  const texels = new Uint8Array(4 * rowLength * rows)
  let hidden = new Set<number>()
  let isolated: Set<number> | null = null
  let ghosts = new Set<number>()
  let selected = new Set<number>()
  let hovered: number | null = null
  let matching: Set<number> | null = null
  let hasSpaces = false
  const steps: Array<{
    readonly hidden: Set<number>
    readonly isolated: Set<number> | null
    readonly ghosts: Set<number>
  }> = []
  const keep = () => {
    steps.push({ hidden, isolated, ghosts })
    if (steps.length > mostSteps) steps.shift()
  }
  const inside = (products: Iterable<number>) => new Set([...products].filter((i) => i >= 0 && i < count))
  const put = (product: number, flag: number, isOn: boolean) => {
    const at = 4 * product + 3
    texels[at] = isOn ? texels[at]! | flag : texels[at]! & ~flag
  }
  const putHidden = () => {
    for (let i = 0; i < count; i++) {
      const isLeftOut = (isolated !== null && !isolated.has(i)) || (matching !== null && !matching.has(i))
      put(i, flags.hidden, hidden.has(i) || isLeftOut || (!hasSpaces && isSpace[i] === 1))
    }
  }
  const putGhosts = (next: Set<number>) => {
    for (const i of ghosts) put(i, flags.ghost, false)
    ghosts = next
    for (const i of ghosts) put(i, flags.ghost, true)
  }
  putHidden()
  const now = new Uint32Array(texels.buffer)
  const before = now.slice()
  return {
    texels,
    rows,
    isOther: () => {
      const isOther = now.some((texel, i) => texel !== before[i])
      if (isOther) before.set(now)
      return isOther
    },
    isShown: (product) => (texels[4 * product + 3]! & flags.hidden) === 0,
    areHidden: (products) => products.length > 0 && products.every((i) => hidden.has(i)),
    areAlone: (products) => {
      const left = isolated
      return left?.size === products.length && products.every((i) => left.has(i))
    },
    get selected() {
      return selected
    },
    select: (products) => {
      for (const i of selected) put(i, flags.selected, false)
      selected = inside(products)
      for (const i of selected) put(i, flags.selected, true)
    },
    hover: (product) => {
      if (hovered !== null) put(hovered, flags.hovered, false)
      hovered = product
      if (hovered !== null) put(hovered, flags.hovered, true)
    },
    hide: (products) => {
      keep()
      hidden = hidden.union(inside(products))
      putHidden()
    },
    show: (products) => {
      keep()
      const shown = new Set(products)
      hidden = new Set([...hidden].filter((i) => !shown.has(i)))
      putHidden()
    },
    isolate: (products) => {
      keep()
      isolated = products === null ? null : inside(products)
      putHidden()
    },
    ghost: (products) => {
      keep()
      putGhosts(inside(products))
    },
    match: (products) => {
      matching = products === null ? null : inside(products)
      putHidden()
    },
    color: (colors) => {
      for (let i = 0; i < count; i++) {
        const color =
          colors === null ? null : colors instanceof Map ? colors.get(i) : (colors as ReadonlyArray<Rgb | null>)[i]
        put(i, flags.tinted, color !== null && color !== undefined)
        if (color) texels.set(color, 4 * i)
      }
    },
    showSpaces: (isOn) => {
      hasSpaces = isOn
      putHidden()
    },
    undo: () => {
      const last = steps.pop()
      if (last === undefined) return false
      ;({ hidden, isolated } = last)
      putGhosts(last.ghosts)
      putHidden()
      return true
    },
    showAll: () => {
      keep()
      hidden = new Set()
      isolated = null
      putGhosts(new Set())
      putHidden()
    }
  }
}
