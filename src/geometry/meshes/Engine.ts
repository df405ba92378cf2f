import type { IfcAPI } from "web-ifc"

/** Code as this process has compiled it, by its length. */
const compiled = new Map<number, Promise<WebAssembly.Module>>()

const { instantiate } = WebAssembly

const instantiateCompiled = async (code: Bun.BufferSource, imports?: Bun.WebAssembly.Imports) => {
  const module = compiled.get(code.byteLength) ?? WebAssembly.compile(code)
  compiled.set(code.byteLength, module)
  return { module: await module, instance: await instantiate(await module, imports) }
}

const start = async (): Promise<IfcAPI> => {
  // The service itself names every format and makes no shapes: only who makes them waits for the script.
  const { IfcAPI, LogLevel } = await import("web-ifc")
  const engine = new IfcAPI()
  Object.assign(WebAssembly, { instantiate: instantiateCompiled })
  try {
    await engine.Init()
  } finally {
    Object.assign(WebAssembly, { instantiate })
  }
  engine.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
  return engine
}

let last: Promise<unknown> = Promise.resolve()

/**
 * An engine of web-ifc with a memory of its own, which nothing that an earlier file did can have touched.
 *
 * The code is compiled once in a process: code that is new is slow, and its compilation takes more time than the shapes
 * of a small model. The library has no setting for that; it asks `WebAssembly.instantiate`, which is another while it
 * starts. Starts one engine at a time.
 */
export const make = (): Promise<IfcAPI> => {
  const engine = last.then(start)
  // What is kept here would keep the engine's memory.
  last = engine.then(
    () => undefined,
    () => undefined
  )
  return engine
}
