import { WasmReader } from "./WasmReader.ts"

/** WebAssembly code that counts the iterations of its loops. */
export interface Metered {
  readonly code: Uint8Array<ArrayBuffer>
  /**
   * The import that the code calls when the limit is exceeded. The original module has it: a function without arguments
   * and results.
   */
  readonly over: { readonly module: string; readonly name: string }
}

/** Name of the exported 32-bit global with the number of iterations left; it starts at `mostTurns`. */
export const turnsLeft = "turns left"

export const mostTurns = 2 ** 31 - 1

/**
 * Iterations of one call are counted in steps of this size, and the remainder is not counted, which is cheapest. A
 * power of two. A call of a function that calls itself counts as one step.
 */
const step = 64

/** Section identifiers. */
const section = { types: 1, imports: 2, functions: 3, globals: 6, exports: 7, code: 10 } as const

/** Kinds of imports and exports. */
const kind = { function: 0, table: 1, memory: 2, global: 3 } as const

const i32 = 0x7f

type Bytes = ReadonlyArray<number>

const instruction = {
  if: [0x04, 0x40],
  end: [0x0b],
  call: 0x10,
  get: 0x20,
  tee: 0x22,
  getGlobal: 0x23,
  setGlobal: 0x24,
  constant: 0x41,
  isNone: [0x45],
  isLess: [0x48],
  add: [0x6a],
  subtract: [0x6b],
  and: [0x71]
} as const

/** Encodes an unsigned number in LEB128. */
const leb = (value: number): Bytes => {
  const bytes: Array<number> = []
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest]
}

/**
 * Returns the instruction that pushes a non-negative number. It is encoded as a signed LEB128, whose last byte needs a
 * sign bit.
 */
const constant = (value: number): Bytes => {
  const bytes = leb(value)
  const last = bytes.at(-1)!
  return [instruction.constant, ...((last & 0x40) === 0 ? bytes : [...bytes.slice(0, -1), last | 0x80, 0])]
}

interface FunctionType {
  readonly arguments: number
  readonly results: number
}

const isPlain = (type: FunctionType): boolean => type.arguments + type.results === 0

const typesIn = (reader: WasmReader): ReadonlyArray<FunctionType> =>
  Array.from({ length: reader.number() }, () => {
    reader.at += 1
    const list = () => {
      const length = reader.number()
      reader.skip(length)
      return length
    }
    return { arguments: list(), results: list() }
  })

/**
 * Counts the functions and globals that a module imports, and finds the first function without arguments and results.
 */
const importsIn = (reader: WasmReader, types: ReadonlyArray<FunctionType>) => {
  let [functions, globals] = [0, 0]
  let over: (Metered["over"] & { readonly index: number }) | null = null
  for (let left = reader.number(); left > 0; left--) {
    const [module, name] = [reader.name(), reader.name()]
    const what = reader.bytes[reader.at++]
    if (what === kind.function) {
      if (isPlain(types[reader.number()]!)) over ??= { index: functions, module, name }
      functions++
    } else if (what === kind.global) {
      reader.at += 2
      globals++
    } else {
      // A table has an element type. Tables and memories have flags, a minimum size and, if the flags say so, a maximum
      // size.
      if (what === kind.table) reader.at += 1
      const flags = reader.number()
      reader.skip((what === kind.table || what === kind.memory) && (flags & 1) === 1 ? 2 : 1)
    }
  }
  return { functions, globals, over }
}

/** A growing byte buffer. */
class Output {
  private bytes: Uint8Array<ArrayBuffer>
  private length = 0

  constructor(expected: number) {
    this.bytes = new Uint8Array(expected)
  }

  put(part: ArrayLike<number>): void {
    if (this.length + part.length > this.bytes.length) {
      const larger = new Uint8Array(2 * (this.length + part.length))
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes.set(part, this.length)
    this.length += part.length
  }

  /** The bytes put so far, without a copy. */
  get all(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length)
  }
}

/** The index of a function and the number of its arguments. */
interface Called {
  readonly index: number
  readonly args: number
}

/** Writes the function body at the reader, with a call of `next` after every `step` iterations of its loops. */
const putBody = (output: Output, reader: WasmReader, { args, index }: Called, next: Bytes): void => {
  const size = reader.number()
  const [start, end] = [reader.at, reader.at + size]
  const groups = reader.number()
  const firstGroup = reader.at
  let locals = args
  for (let group = 0; group < groups; group++) {
    locals += reader.number()
    reader.at += 1
  }
  const code = reader.at
  const { callsItself, loops } = reader.body(end, index)
  if (loops.length === 0 && !callsItself) {
    output.put(leb(size))
    output.put(reader.bytes.subarray(start, end))
    return
  }
  const { add, and, get, if: ifSo, isNone, tee, end: ends } = instruction
  const local = leb(locals)
  // local += 1; if local is a multiple of the step: next()
  const turn = [get, ...local, ...constant(1), ...add, tee, ...local, ...constant(step - 1), ...and, ...isNone].concat(
    ifSo,
    next,
    ends
  )
  const declared = [...leb(groups + 1), ...reader.bytes.subarray(firstGroup, code), 1, i32].concat(
    callsItself ? next : []
  )
  output.put(leb(declared.length + end - code + loops.length * turn.length))
  output.put(declared)
  let from = code
  for (const at of loops) {
    output.put(reader.bytes.subarray(from, at))
    output.put(turn)
    from = at
  }
  output.put(reader.bytes.subarray(from, end))
}

/**
 * Returns the same module with a counter: it counts down as its loops iterate and calls `over` when nothing is left,
 * which may end the call by an exception. The module's own handlers let that through like one of theirs.
 *
 * Throws if the module imports no function that can be called so, or has instructions that `WasmReader` does not know.
 *
 * Source: WebAssembly Core Specification 2.0, 5.5 "Modules".
 */
export const metered = (module: Uint8Array): Metered => {
  const reader = new WasmReader(module)
  const output = new Output(module.length * 1.25)
  let types: ReadonlyArray<FunctionType> = []
  let imports: ReturnType<typeof importsIn> = { functions: 0, globals: 0, over: null }
  /** The number of arguments of each function of the module. */
  let args: ReadonlyArray<number> = []
  let counter = leb(0)
  const putSection = (id: number, ...parts: ReadonlyArray<ArrayLike<number>>) => {
    output.put([id, ...leb(parts.reduce((sum, { length }) => sum + length, 0))])
    for (const part of parts) output.put(part)
  }
  /** Writes a section with one more item at its end and returns the index of the item. */
  const putWith = (id: number, end: number, item: Bytes): number => {
    const count = reader.number()
    putSection(id, leb(count + 1), module.subarray(reader.at, end), item)
    return count
  }
  reader.at = 8
  output.put(module.subarray(0, reader.at))
  while (reader.at < module.length) {
    const begin = reader.at
    const id = reader.bytes[reader.at++]!
    const size = reader.number()
    const [start, end] = [reader.at, reader.at + size]
    const { call, end: ends, getGlobal, setGlobal } = instruction
    if (id === section.types) types = typesIn(reader)
    if (id === section.imports) imports = importsIn(reader, types)
    if (id === section.functions) {
      args = Array.from({ length: reader.number() }, () => types[reader.number()]!.arguments)
      reader.at = start
      putWith(id, end, leb(types.findIndex(isPlain)))
    } else if (id === section.globals) {
      counter = leb(imports.globals + putWith(id, end, [i32, 1, ...constant(mostTurns), ...ends]))
    } else if (id === section.exports) {
      putWith(id, end, [turnsLeft.length, ...Buffer.from(turnsLeft), kind.global, ...counter])
    } else if (id === section.code) {
      if (imports.over === null) throw new Error("The module imports nothing to be called when it has turned too often")
      const { functions, over } = imports
      const next = [call, ...leb(functions + args.length)]
      const bodies = new Output(size * 1.25)
      bodies.put(leb(reader.number() + 1))
      for (const [i, count] of args.entries()) putBody(bodies, reader, { index: functions + i, args: count }, next)
      const { if: ifSo, isLess, subtract } = instruction
      const left = [getGlobal, ...counter]
      // left -= step; if left < 0: over()
      const body = [0, ...left, ...constant(step), ...subtract, setGlobal, ...counter].concat(
        [...left, ...constant(0), ...isLess],
        [...ifSo, call, ...leb(over.index), ...ends],
        ends
      )
      bodies.put([...leb(body.length), ...body])
      putSection(id, bodies.all)
    } else output.put(module.subarray(begin, end))
    reader.at = end
  }
  const { module: from, name } = imports.over!
  return { code: output.all, over: { module: from, name } }
}
