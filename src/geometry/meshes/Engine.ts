import { IfcAPI, LogLevel } from "web-ifc"

/** The engine's code as this process has compiled it; null until it is needed. */
let compiled: Promise<WebAssembly.Module> | null = null

/**
 * An engine of web-ifc with a memory of its own, which nothing that an earlier file did can have touched.
 *
 * The code is compiled once in a process: code that is new is slow, and its compilation takes more time than the shapes
 * of a small model. The library has no setting for it; it asks `WebAssembly.instantiate`, which answers it here.
 */
export const make = async (): Promise<IfcAPI> => {
  const engine = new IfcAPI()
  const { instantiate } = WebAssembly
  const shared = async (code: BufferSource, imports?: WebAssembly.Imports) => {
    compiled ??= WebAssembly.compile(code)
    const module = await compiled
    return { module, instance: await instantiate(module, imports) }
  }
  Object.assign(WebAssembly, { instantiate: shared })
  try {
    await engine.Init()
  } finally {
    Object.assign(WebAssembly, { instantiate })
  }
  engine.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
  return engine
}
