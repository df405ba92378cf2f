import { join } from "node:path"
import { expect, test } from "bun:test"

const root = join(import.meta.dir, "../..")

/** Returns the packages and folders of ours that a program loads before it runs: what it imports other than by `import("…")`. */
const loadedBy = async (entry: string): Promise<ReadonlySet<string>> => {
  const { metafile } = await Bun.build({
    entrypoints: [join(root, entry)],
    root,
    target: "bun",
    splitting: true,
    metafile: true
  })
  const { inputs } = metafile!
  const start = Object.keys(inputs).find((path) => path.endsWith(entry))!
  const paths = new Set([start])
  // A set yields what is added while it is read.
  for (const path of paths) {
    for (const { kind, path: imported } of inputs[path]?.imports ?? []) {
      if (kind !== "dynamic-import" && imported in inputs) paths.add(imported)
    }
  }
  return new Set(
    Array.from(
      paths,
      (path) =>
        /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1] ??
        path.replace(/^.*?(?=src\/|adapters\/|calculators\/)/, "")
    )
  )
}

test("the service loads only what it needs to serve its first request", async () => {
  const loaded = await loadedBy("src/main/Serve.ts")
  expect(loaded).toContain("effect")
  expect(loaded).toContain("src/application/Application.ts")
  const first = [
    "@google-cloud/storage",
    "@modelcontextprotocol/server",
    "@uwdata/flechette",
    "@zip.js/zip.js",
    "arquero",
    "hyparquet-writer",
    "kafkajs",
    "meshoptimizer",
    "openid-client",
    "pg",
    "rhino3dm",
    "saxes",
    "three",
    "web-ifc",
    "src/ifc/ReadModel.ts"
  ]
  expect(first.filter((name) => loaded.has(name))).toEqual([])
})
