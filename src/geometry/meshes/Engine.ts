import type { IfcAPI } from "web-ifc"

/** Modules compiled by this process, by code length. */
const compiled = new Map<number, Promise<WebAssembly.Module>>()

const { instantiate } = WebAssembly

const instantiateCompiled = async (code: Bun.BufferSource, imports: Bun.WebAssembly.Imports = {}) => {
  const module = await compiled.getOrInsertComputed(code.byteLength, () => WebAssembly.compile(code))
  return { module, instance: await instantiate(module, imports) }
}

const start = async (): Promise<IfcAPI> => {
  // Imported lazily: the service names every format, but only processes that make shapes need the script.
  const { IfcAPI, LogLevel } = await import("web-ifc")
  const api = new IfcAPI()
  Object.assign(WebAssembly, { instantiate: instantiateCompiled })
  try {
    await api.Init()
  } finally {
    Object.assign(WebAssembly, { instantiate })
  }
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
  return api
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Starts a web-ifc engine with a memory of its own, so that no earlier file can have affected it.
 *
 * The code is compiled once per process, because code that was just compiled is slow and its compilation takes more
 * time than the shapes of a small model. The library has no setting for that, so `WebAssembly.instantiate` is replaced
 * while it starts. Engines start one at a time.
 */
export const make = (): Promise<IfcAPI> => {
  const engine = last.then(start)
  // Drop the result: holding the engine here would keep its memory alive.
  last = engine.then(
    () => undefined,
    () => undefined
  )
  return engine
}
