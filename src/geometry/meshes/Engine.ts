import type { IfcAPI } from "web-ifc"
import { type Metered, metered, turnsLeft } from "./Metered.ts"

/** An engine of web-ifc, whose loops take no more turns than it is allowed. */
export interface Engine {
  readonly api: IfcAPI
  /** How many turns there are from now on, at most `mostTurns`: as many as that where nobody says otherwise. */
  readonly allow: (turns: number) => void
  /** Whether what was asked for since then would have taken more: it has thrown, then, or gave nothing that counts. */
  readonly isOver: () => boolean
}

/** Turns for code of the engine that puts things in order after an exception. */
const turnsToEnd = 1_000_000

interface Compiled {
  readonly module: WebAssembly.Module
  readonly over: Metered["over"]
}

/** Code as this process has compiled it, by its length. */
const compiled = new Map<number, Promise<Compiled>>()

const compile = async (code: Bun.BufferSource): Promise<Compiled> => {
  const bytes = ArrayBuffer.isView(code) ? new Uint8Array(code.buffer, code.byteOffset, code.byteLength) : new Uint8Array(code) // prettier-ignore
  const { code: counting, over } = metered(bytes)
  return { module: await WebAssembly.compile(counting), over }
}

const { instantiate } = WebAssembly

const start = async (): Promise<Engine> => {
  // The service itself names every format and makes no shapes: only who makes them waits for the script.
  const { IfcAPI, LogLevel } = await import("web-ifc")
  const api = new IfcAPI()
  let turns: { value: number } | null = null
  let isOver = false
  const instantiateCompiled = async (code: Bun.BufferSource, imports: Bun.WebAssembly.Imports = {}) => {
    const { module, over } = await compiled.getOrInsertComputed(code.byteLength, () => compile(code))
    const given = imports[over.module] ?? {}
    const original = given[over.name] as () => void
    const ends = () => {
      if (turns === null || turns.value >= 0) return original()
      isOver = true
      turns.value = turnsToEnd
      throw new Error("The engine has turned too often")
    }
    const instance = await instantiate(module, { ...imports, [over.module]: { ...given, [over.name]: ends } })
    turns = instance.exports[turnsLeft] as unknown as typeof turns
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
    turns!.value = most
  }
  return { api, allow, isOver: () => isOver }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * An engine of web-ifc with a memory of its own, which nothing that an earlier file did can have touched. Its code counts
 * the turns of its loops, of which some have no end in files that are made so.
 *
 * The code is compiled once in a process: code that is new is slow, and its compilation takes more time than the shapes
 * of a small model. The library has no setting for that; it asks `WebAssembly.instantiate`, which is another while it
 * starts. Starts one engine at a time.
 */
export const make = (): Promise<Engine> => {
  const engine = last.then(start)
  // What is kept here would keep the engine's memory.
  last = engine.then(
    () => undefined,
    () => undefined
  )
  return engine
}
