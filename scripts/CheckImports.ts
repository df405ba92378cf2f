/**
 * Checks the direction of imports: each folder below may import only from those before it in its line. Folders joined
 * by `|` may not import from each other. `.` is the files of the line's own folder. Folders called `testing`, and
 * tests, may import from everywhere.
 *
 * Effect's packages are imported module by module, because loading a whole package costs every process 0.2 s of
 * processor time.
 */
import { readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import process from "node:process"

const root = join(import.meta.dir, "..")

const order: Readonly<Record<string, string>> = {
  src: "domain runtime parquet iceberg sheets bcf ifc geometry ids dataframe ports application http worker web main",
  "src/domain":
    ". products audit models libraries edits operations signin events webhooks projects requirements topics dataset",
  "src/ifc": "schema step index units properties structure . curves breps shapes patch",
  "src/geometry": ". pieces csg meshes measures picture gltf",
  "src/ids": "document values model facets words check results .",
  "src/sheets": ". write|read",
  "src/bcf": ". write read",
  "src/dataframe": "table parquet query edits dataset .",
  "src/dataframe/query": "units . answer quantities project files",
  "src/dataframe/edits": "overlay judgement changes sheet",
  "src/ports":
    ". projects libraries models products edits operations signin audit events webhooks requirements topics dataset",
  "src/application":
    "common signin audit events webhooks projects requirements topics views operations products libraries files checks models quantities edits imports dataset .",
  "src/http": "errors web mcp docs call api guard observe signin answer body openapi dispatch handlers .",
  "src/http/api":
    "common operations projects libraries models products edits signin audit events webhooks requirements topics dataset .",
  "src/http/handlers":
    "operations projects libraries models products edits signin audit events webhooks requirements topics dataset .",
  "src/worker": ". jobs",
  "adapters/storage":
    "sql events history webhooks requirements topics dataset sqlite migrations postgres signin libraries edits imports operations projects .",
  "adapters/queue": ". kafka",
  "adapters/formats": "rhino zip ."
}

const isFree = (file: string): boolean => /\.test\.tsx?$|\.contract\.ts$|\.browser\.ts$|\/testing\//.test(file)

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.\.?\/[^"]*)"/g
const whole = /from "((?:effect|@effect\/[a-z-]+))"/g

const git = Bun.spawnSync(["git", "ls-files", "src", "adapters", "calculators", "scripts", "bench"], { cwd: root })
const files = git.stdout
  .toString()
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file))

/** Returns the folder of `top` that a file lies in, `.` for its own files, or null if the file lies elsewhere. */
const roomOf = (top: string, file: string): string | null => {
  const path = relative(top, file)
  if (path.startsWith("..")) return null
  return path.includes("/") ? path.split("/")[0]! : "."
}

const faults: Array<string> = []
for (const file of files) {
  const text = readFileSync(join(root, file), "utf8")
  for (const [, name] of text.matchAll(whole))
    faults.push(`${file} imports the whole of ${name}; import a module of it`)
  if (isFree(file)) continue
  const targets = [...text.matchAll(imported)].map(([, path]) => join(dirname(file), path!))
  for (const [top, line] of Object.entries(order)) {
    const groups = line.split(" ").map((group) => group.split("|"))
    const placeOf = (name: string): number => groups.findIndex((group) => group.includes(name))
    const room = roomOf(top, file)
    if (room === null) continue
    if (placeOf(room) === -1) faults.push(`${file} lies in a folder that has no place among those of ${top}`)
    for (const target of targets) {
      const other = roomOf(top, target)
      if (other === null || other === room || placeOf(other) < placeOf(room)) continue
      faults.push(`${file} imports ${target}: ${top}/${other} does not stand before ${top}/${room}`)
    }
  }
}

for (const fault of new Set(faults)) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
