import type { IfcAPI } from "web-ifc"
import { type Metered, metered, turnsLeft } from "./Metered.ts"

/** An engine of web-ifc. */
export interface Engine {
  readonly api: IfcAPI
  /** How many turns the loops of one that counts may take from now on, `mostTurns` where nobody says otherwise. */
  readonly allow: (turns: number) => void
  /** Whether what was asked for since then would have taken more: it has thrown, then, or gave nothing that counts. */
  readonly isOver: () => boolean
}

/** Turns for code of the engine that puts things in order after an exception. */
const turnsToEnd = 1_000_000

interface Compiled {
  readonly module: WebAssembly.Module
  /** What code that counts calls when it has turned too often. */
  readonly over: Metered["over"] | null
}

/** Code as this process has compiled it, by its length and whether it counts. */
const compiled = new Map<string, Promise<Compiled>>()

const compile = async (code: Bun.BufferSource, counting: boolean): Promise<Compiled> => {
  if (!counting) return { module: await WebAssembly.compile(code), over: null }
  const bytes = ArrayBuffer.isView(code) ? new Uint8Array(code.buffer, code.byteOffset, code.byteLength) : new Uint8Array(code) // prettier-ignore
  const { code: counted, over } = metered(bytes)
  return { module: await WebAssembly.compile(counted), over }
}

const { instantiate } = WebAssembly

const start = async (counting: boolean): Promise<Engine> => {
  // The service itself names every format and makes no shapes: only who makes them waits for the script.
  const { IfcAPI, LogLevel } = await import("web-ifc")
  const api = new IfcAPI()
  let turns: { value: number } | null = null
  let isOver = false
  /** The imports of code that counts: that which it calls when it has turned too often ends what it was asked for. */
  const ending = (imports: Bun.WebAssembly.Imports, { module, name }: Metered["over"]): Bun.WebAssembly.Imports => {
    const original = imports[module]![name] as () => void
    const ends = () => {
      if (turns === null || turns.value >= 0) return original()
      isOver = true
      turns.value = turnsToEnd
      throw new Error("The engine has turned too often")
    }
    return { ...imports, [module]: { ...imports[module], [name]: ends } }
  }
  const instantiateCompiled = async (code: Bun.BufferSource, imports: Bun.WebAssembly.Imports = {}) => {
    const key = `${code.byteLength} ${counting}`
    const { module, over } = await compiled.getOrInsertComputed(key, () => compile(code, counting))
    const instance = await instantiate(module, over === null ? imports : ending(imports, over))
    turns = (instance.exports[turnsLeft] ?? null) as unknown as typeof turns
    return { module, instance }
  }
  Object.assign(WebAssembly, { instantiate: instantiateCompiled })
  try {
    await api.Init()
  } finally {
    Object.assign(WebAssembly, { instantiate })
  }
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
  const allow = (most: number) => {
    isOver = false
    if (turns !== null) turns.value = most
  }
  return { api, allow, isOver: () => isOver }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * An engine of web-ifc with a memory of its own, which nothing that an earlier file did can have touched.
 *
 * The code is compiled once in a process: code that is new is slow, and its compilation takes more time than the shapes
 * of a small model. The library has no setting for that; it asks `WebAssembly.instantiate`, which is another while it
 * starts. Starts one engine at a time.
 *
 * @param counting its code counts the turns of its loops, of which some have no end in files that are made so
 */
export const make = (counting: boolean): Promise<Engine> => {
  const engine = last.then(() => start(counting))
  // What is kept here would keep the engine's memory.
  last = engine.then(
    () => undefined,
    () => undefined
  )
  return engine
}
