import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { madeOnce } from "../../runtime/MadeOnce.ts"

/** The files of `/docs`, by names that contain a digest of their content. */
export interface DocsBundle {
  readonly files: Readonly<Record<string, Blob>>
  readonly script: string
  readonly style: string
}

const source = (name: string): string => fileURLToPath(new URL(`../../web/docs/${name}`, import.meta.url))

const built = async (): Promise<DocsBundle> => {
  const { outputs } = await Bun.build({
    entrypoints: [source("Docs.ts"), source("Docs.css")],
    target: "browser",
    minify: true,
    naming: { entry: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": '"production"' }
  })
  const files = Object.fromEntries(outputs.map((output) => [output.path.replace(/^\.\//, ""), output]))
  const ending = (end: string) => Object.keys(files).find((name) => name.endsWith(end))!
  return { files, script: ending(".js"), style: ending(".css") }
}

/** The bundle of the script and the styles of `/docs`, built once per process. A source that cannot be read is a defect. */
export const docsBundle: Effect.Effect<DocsBundle> = madeOnce(Effect.promise(built))
