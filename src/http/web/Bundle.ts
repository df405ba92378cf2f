import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { madeOnce } from "../../runtime/MadeOnce.ts"

/** The bundled scripts and styles of the page, by file names that contain a digest of the content. */
export interface Bundle {
  readonly files: Readonly<Record<string, Blob>>
  /** The entry script of the page. */
  readonly script: string
  readonly style: string
  /** The styles of pages that show products, which the first page does not need. */
  readonly workStyle: string
  /** The script of the worker that reads view files. */
  readonly worker: string
  /** The scripts that the first page needs besides the entry script. */
  readonly imported: ReadonlyArray<string>
}

const source = (name: string): string => fileURLToPath(new URL(`../../web/${name}`, import.meta.url))

const [script, style, workStyle, worker] = [
  source("Start.ts"),
  source("Page.css"),
  source("Work.css"),
  source("viewer/worker.ts")
]

const named = "[name]-[hash].[ext]"
/** The naming of chunks. With `[name]` they could not be told from entries, which are named like their source files. */
const chunked = "part-[hash].[ext]"

const nameOf = ({ path }: { readonly path: string }): string => path.replace(/^\.\//, "")

/**
 * Returns the names of the scripts that a script imports statically. Dynamic imports (`import("…")`) are not included.
 */
const importsOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+)"/g), ([, name]) => name!)

const built = async (): Promise<Bundle> => {
  const { outputs } = await Bun.build({
    entrypoints: [script, style, workStyle, worker],
    target: "browser",
    minify: true,
    splitting: true,
    naming: { entry: named, chunk: chunked, asset: named },
    // Selects the production build of the UI library.
    define: { "process.env.NODE_ENV": '"production"' }
  })
  const files = Object.fromEntries(outputs.map((output) => [nameOf(output), output]))
  const begun = (begin: string) => Object.keys(files).find((name) => name.startsWith(begin))!
  const first = begun("Start-")
  // The first script imports the language, if it is not English, and then the page itself.
  const page = Array.from(
    (await files[first]!.text()).matchAll(/\bimport\("\.\/([\w.-]+)"\)/g),
    ([, name]) => name!
  ).at(-1)!
  const imported = new Set([page])
  for (const waiting = [first, page]; waiting.length > 0;) {
    for (const name of importsOf(await files[waiting.pop()!]!.text())) {
      if (!imported.has(name)) waiting.push(name)
      imported.add(name)
    }
  }
  return {
    files,
    script: first,
    style: begun("Page-"),
    workStyle: begun("Work-"),
    worker: begun("worker-"),
    imported: [...imported]
  }
}

/**
 * The bundle of the web sources, built once per process. Bun builds on its own threads, so the event loop is not
 * blocked. A source that cannot be read is a defect.
 */
export const bundle: Effect.Effect<Bundle> = madeOnce(Effect.promise(built))
