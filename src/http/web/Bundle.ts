import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"

/** The scripts and styles of the page as browsers load them, by names that hold a digest of the content. */
export interface Bundle {
  readonly files: Readonly<Record<string, Blob>>
  /** The script that the page begins with. */
  readonly script: string
  readonly style: string
  /** The script of the worker that reads view files. */
  readonly worker: string
  /** Scripts that it imports before anything is shown. */
  readonly imported: ReadonlyArray<string>
}

const source = (name: string): string => fileURLToPath(new URL(`../../web/${name}`, import.meta.url))

const [script, style, worker] = [source("Main.tsx"), source("Page.css"), source("viewer/worker.ts")]

const named = "[name]-[hash].[ext]"
/** Chunks are called like what they came from, entries like their files: names alone do not tell them apart. */
const chunked = "part-[hash].[ext]"

const nameOf = ({ path }: { readonly path: string }): string => path.replace(/^\.\//, "")

/** What a script imports at once; what it imports later stands in `import("…")`. */
const importsOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+)"/g), ([, name]) => name!)

const built = async (): Promise<Bundle> => {
  const { outputs } = await Bun.build({
    entrypoints: [script, style, worker],
    target: "browser",
    minify: true,
    splitting: true,
    naming: { entry: named, chunk: chunked, asset: named },
    // Without it the development build of the library is taken.
    define: { "process.env.NODE_ENV": '"production"' }
  })
  const files = Object.fromEntries(outputs.map((output) => [nameOf(output), output]))
  const begun = (begin: string) => Object.keys(files).find((name) => name.startsWith(begin))!
  const main = begun("Main-")
  const imported = new Set<string>()
  for (const waiting = [main]; waiting.length > 0;) {
    for (const name of importsOf(await files[waiting.pop()!]!.text())) {
      if (!imported.has(name)) waiting.push(name)
      imported.add(name)
    }
  }
  return { files, script: main, style: begun("Page-"), worker: begun("worker-"), imported: [...imported] }
}

let made: Promise<Bundle> | null = null

/**
 * The bundle of the sources as they lie there, made once in a process. Bun works on threads of its own: the event loop
 * goes on. A source that cannot be read is a defect.
 */
export const bundle: Effect.Effect<Bundle> = Effect.promise(() => (made ??= built()))
