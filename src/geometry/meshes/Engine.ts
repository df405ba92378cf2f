import type { IfcAPI } from "web-ifc"
import { type Metered, metered, turnsLeft } from "./Metered.ts"

/** A web-ifc engine. */
export interface Engine {
  readonly api: IfcAPI
  /** Sets how many more loop iterations a counting engine may take; `mostTurns` until it is called. */
  readonly allow: (turns: number) => void
  /** Whether the limit was exceeded since the last `allow`. If so, the call has thrown or its result is invalid. */
  readonly isOver: () => boolean
}

/** Loop iterations that the engine's cleanup code may take after an exception. */
const turnsToEnd = 1_000_000

interface Compiled {
  readonly module: WebAssembly.Module
  /** The import that counting code calls when the limit is exceeded; null if the code does not count. */
  readonly over: Metered["over"] | null
}

/** Modules compiled by this process, by code length and whether they count. */
const compiled = new Map<string, Promise<Compiled>>()

const compile = async (code: Bun.BufferSource, counting: boolean): Promise<Compiled> => {
  if (!counting) return { module: await WebAssembly.compile(code), over: null }
  const bytes = ArrayBuffer.isView(code) ? new Uint8Array(code.buffer, code.byteOffset, code.byteLength) : new Uint8Array(code) // prettier-ignore
  const { code: counted, over } = metered(bytes)
  return { module: await WebAssembly.compile(counted), over }
}

const { instantiate } = WebAssembly

const start = async (counting: boolean): Promise<Engine> => {
  // Imported lazily: the service names every format, but only processes that make shapes need the script.
  const { IfcAPI, LogLevel } = await import("web-ifc")
  const api = new IfcAPI()
  let turns: { value: number } | null = null
  let isOver = false
  /** Replaces the import that counting code calls when the limit is exceeded with one that throws. */
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
 * Starts a web-ifc engine with a memory of its own, so that no earlier file can have affected it.
 *
 * The code is compiled once per process, because code that was just compiled is slow and its compilation takes more
 * time than the shapes of a small model. The library has no setting for that, so `WebAssembly.instantiate` is replaced
 * while it starts. Engines start one at a time.
 *
 * @param counting whether the code counts its loop iterations, because some loops never end on crafted files
 */
export const make = (counting: boolean): Promise<Engine> => {
  const engine = last.then(() => start(counting))
  // Drop the result: holding the engine here would keep its memory alive.
  last = engine.then(
    () => undefined,
    () => undefined
  )
  return engine
}
