import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import * as Effect from "effect/Effect"
import { docsBundle } from "../src/http/docs/Bundle.ts"
import { bundle } from "../src/http/web/Bundle.ts"
import { importedFiles, measuredFiles } from "../src/ports/operations/Jobs.ts"
import { licenceTexts } from "./licences/Texts.ts"
import type { Lock } from "./licences/ThirdParty.ts"

/**
 * Makes `dist/plinth`, one executable of the service and its commands. Everything in it lies in one folder without
 * others: what a module looks for beside itself is found there by its name.
 */
const root = join(import.meta.dir, "..")
const source = (path: string): string => join(root, path)
const library = (path: string): string => join(root, "node_modules", path)
/** The folder in which Bun keeps the files of an executable. */
const inside = "/$bunfs/root"

const threads = [
  "src/http/body/BodyThread.ts",
  "src/dataframe/TableWorker.ts",
  "src/worker/Pulse.ts",
  "adapters/storage/sqlite/SqliteWriterThread.ts",
  "adapters/storage/sqlite/SqliteStreamsThread.ts",
  "adapters/storage/sqlite/SqliteSyncThread.ts"
]

/** A text that occurs in a module, and its replacement. */
type Change = readonly [from: RegExp, to: string]

const flat: ReadonlyArray<Change> = [[/\bimport\.meta\.url\b/g, `"file://${inside}/plinth"`]]
const thread = (name: string): Change => [new RegExp(`(?:\\.{1,2}/)*(?:[\\w]+/)*${name}\\.ts`, "g"), `${name}.js`]

/**
 * Changes for the executable, by module: files are found by their names alone, and child processes run the executable
 * itself.
 */
const changes: Readonly<Record<string, ReadonlyArray<Change>>> = {
  "src/main/Serve.ts": [[/join\(import\.meta\.dir, "Worker\.ts"\)/, '"worker"']],
  "src/worker/ChildProcess.ts": [
    [/process\.execPath, "--no-install", options\.entry/, "process.execPath, options.entry"]
  ],
  "src/worker/Child.ts": [thread("Pulse"), ...flat],
  "src/http/body/LargeBodies.ts": [thread("BodyThread"), ...flat],
  "src/application/views/TableThreads.ts": [thread("TableWorker"), ...flat],
  "adapters/storage/sqlite/SqliteConnection.ts": [
    thread("SqliteWriterThread"),
    thread("SqliteStreamsThread"),
    thread("SqliteSyncThread"),
    ...flat
  ],
  "src/http/signin/Pages.ts": flat,
  "src/http/handlers/DocsHttp.ts": [
    [/import\.meta\.resolve\("swagger-ui-dist\/package\.json"\)/, "import.meta.url"],
    ...flat
  ],
  "src/main/sample/SampleFiles.ts": [[/import\.meta\.dir/, `"${inside}"`]],
  "adapters/queue/kafka/IdleQueue.ts": [[/createRequire\(import\.meta\.url\)\(/, "require("]],
  "node_modules/web-ifc/web-ifc-api-node.js": [[/\b__dirname\b/g, `"${inside}"`]],
  "node_modules/rhino3dm/rhino3dm.js": [
    [/\b__filename\b/g, `"${inside}/rhino3dm.js"`],
    [/\b__dirname\b/g, `"${inside}"`]
  ]
}

const folder = mkdtempSync(join(tmpdir(), "plinth-build-"))

/** The pages are bundled now, because the executable contains neither their sources nor their libraries. */
const page = await Effect.runPromise(bundle)
const docs = await Effect.runPromise(docsBundle)
const bundled = { ...page.files, ...docs.files }
mkdirSync(join(folder, "page"))
for (const [name, blob] of Object.entries(bundled)) await Bun.write(join(folder, "page", name), blob)

const files = [
  ...Object.keys(bundled).map((name) => join(folder, "page", name)),
  source("src/http/signin/Page.css"),
  library("swagger-ui-dist/swagger-ui-bundle.js"),
  ...["SampleBuilding.ifc", ...Object.values({ ...importedFiles, ...measuredFiles })].map((name) =>
    source(`src/main/sample/${name}`)
  ),
  library("web-ifc/web-ifc-node.wasm"),
  library("rhino3dm/rhino3dm.wasm")
]
const names = files.map((path) => basename(path))
if (new Set(names).size < names.length) throw new Error(`two files are called alike: ${names.toSorted().join(" ")}`)

/** Returns a module that exports a bundle under a name. Its files are in the executable. */
const bundleModule = (name: string, made: typeof page | typeof docs): string => `import * as Effect from "effect/Effect"
const named = (name) => Bun.file("${inside}/" + name)
export const ${name} = Effect.sync(() => ({
  ...${JSON.stringify({ ...made, files: undefined })},
  files: Object.fromEntries(${JSON.stringify(Object.keys(made.files))}.map((name) => [name, named(name)])),
  kept
}))
`

/** The module imports every file, so that the file is in the executable, and builds the page's bundle from them. */
const pageModule = `${files.map((path, index) => `import f${index} from ${JSON.stringify(path)} with { type: "file" }`).join("\n")}
const kept = [${files.map((_, index) => `f${index}`).join(", ")}]
${bundleModule("bundle", page)}`
const docsModule = `const kept = []
${bundleModule("docsBundle", docs)}`

const flattened: Bun.BunPlugin = {
  name: "flattened",
  setup: (build) => {
    const modules = Object.keys(changes).map((path) => path.replaceAll(".", "\\."))
    build.onLoad({ filter: new RegExp(`/(?:${modules.join("|")})$`) }, async ({ path }) => {
      const made = changes[Object.keys(changes).find((name) => path.endsWith(`/${name}`))!]!
      let contents = await Bun.file(path).text()
      for (const [from, to] of made) {
        if (contents.search(from) === -1) throw new Error(`${path}: ${from} is not there any more`)
        contents = contents.replace(from, to)
      }
      return { contents, loader: path.endsWith(".ts") ? "ts" : "js" }
    })
    build.onLoad({ filter: /\/src\/http\/web\/Bundle\.ts$/ }, () => ({ contents: pageModule, loader: "ts" }))
    build.onLoad({ filter: /\/src\/http\/docs\/Bundle\.ts$/ }, () => ({ contents: docsModule, loader: "ts" }))
  }
}

const outfile = join(root, "dist/plinth")
mkdirSync(join(root, "dist"), { recursive: true })
try {
  await Bun.build({
    entrypoints: [source("src/main/Executable.ts"), ...threads.map(source)],
    compile: { outfile },
    target: "bun",
    format: "esm",
    minify: true,
    naming: { entry: "[name].[ext]", asset: "[name].[ext]" },
    plugins: [flattened]
  })
} finally {
  rmSync(folder, { recursive: true })
}
cpSync(source("THIRD-PARTY.md"), join(root, "dist/THIRD-PARTY.md"))
const lock = (await Bun.file(source("package-lock.json")).json()) as Lock
await Bun.write(join(root, "dist/LICENCES.txt"), licenceTexts(root, lock))
console.log(`${outfile}: ${(statSync(outfile).size / 1e6).toFixed(0)} MB`)
