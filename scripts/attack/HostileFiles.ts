import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { madeZip } from "../../adapters/formats/testing/MadeZip.ts"
import { hostile } from "../../src/ifc/testing/HostileIfc.ts"
import {
  associated,
  codes,
  data,
  holds,
  million,
  references,
  set,
  sharing,
  single,
  space,
  times,
  walls
} from "../../src/ifc/testing/HostileLines.ts"
import * as Random from "../chaos/Random.ts"
import { mutations } from "./MutatedIfc.ts"

/** A file to be imported. */
export interface AttackFile {
  /** The name contains everything that is needed to repeat the attack. */
  readonly name: string
  readonly fileName: string
  readonly make: () => Uint8Array
}

const mega = 1024 * 1024
/** The most bytes of a generated file, because its import must end within seconds. */
const mostBytes = 4 * mega

const root = join(import.meta.dir, "../..")
const fixtures = join(root, "spec-tests/fixtures")
const models = process.env["MODELS_DIR"] ?? join(root, "../shared/models")

const namesIn = (directory: string): ReadonlyArray<string> => {
  try {
    return readdirSync(directory)
      .sort()
      .map((name) => join(directory, name))
  } catch {
    return []
  }
}

/** Files that took the service, or its workers, a long time or much memory. */
const named: Readonly<Record<string, () => Uint8Array>> = {
  "a text of 1 MB that 10,000 spaces share": () =>
    data(
      times(10_000, space) +
        single(9, "P", `IFCTEXT('${"x".repeat(mega)}')`) +
        set(8, "S", "(#9)") +
        holds(7, references(10_000, million(1)), "#8")
    ),
  "1,000 texts that 5,000 spaces share": () =>
    data(
      times(5000, space) +
        times(1000, (i) => single(million(4, i), `P${i}`, `IFCTEXT('${"y".repeat(1000)}')`)) +
        set(8, "S", references(1000, million(4))) +
        holds(7, references(5000, million(1)), "#8")
    ),
  "100,000 references of a classification": () => data(codes(100_000)),
  "50,000 references of a classification, each with a product": () =>
    data(
      walls(50_000) +
        codes(50_000) +
        times(50_000, (i) => associated(million(4, i), "CLASSIFICATION", `(#${million(1, i)})`, million(3, i)))
    ),
  "40,000 materials": () =>
    data(
      walls(1) +
        times(
          40_000,
          (i) =>
            `#${million(3, i)}=IFCMATERIAL('M${i}',$,$);\n` +
            associated(million(4, i), "MATERIAL", "(#1000000)", million(3, i))
        )
    ),
  "nested parts in 120 KB": () => hostile["parts of parts"]!(1000),
  "units in 10 KB": () => hostile["units of units of units"]!(4),
  "a text of the header without end in 320 KB": () => hostile["a text of the header without end"]!(80_000),
  "10,000 properties of each of 100 products": () => data(sharing(100, 10_000))
}

/** Archives, by name. */
const archives: Readonly<Record<string, () => Uint8Array>> = {
  "128 MB in an archive of 130 KB": () => madeZip([{ name: "model.ifc", bytes: new Uint8Array(128 * mega) }]),
  "100,000 references of a classification in an archive": () =>
    madeZip([{ name: "model.ifc", bytes: data(codes(100_000)) }]),
  "an archive whose file is larger than it says": () =>
    madeZip([{ name: "model.ifc", bytes: new Uint8Array(8 * mega), claims: { size: 5 } }]),
  "an archive of more files than may be": () =>
    madeZip(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}.ifc`, bytes: new Uint8Array(1) }))),
  "an archive in an archive": () =>
    madeZip([{ name: "model.ifczip", bytes: madeZip([{ name: "model.ifc", bytes: data(walls(1)) }]) }]),
  "an archive that is not where it says": () =>
    madeZip([{ name: "model.ifc", bytes: data(walls(1)), beginsAs: 999_999 }])
}

/** Returns a file of a kind with about this number of parts, within the size limit of files. */
const sized = (kind: string, parts: number): Uint8Array => {
  const bytes = hostile[kind]!(parts)
  return bytes.length <= mostBytes ? bytes : hostile[kind]!(Math.floor((parts * mostBytes) / bytes.length))
}

/** The files of a seed: known harmful ones, every hostile kind at several sizes, and mutations of valid files. */
export const filesOf = (seed: number, count: number): ReadonlyArray<AttackFile> => {
  const random = Random.make(seed)
  const ifc = (name: string, make: () => Uint8Array): AttackFile => ({ name, fileName: "model.ifc", make })
  const files = Object.entries(named).map(([name, make]) => ifc(name, make))
  const archived = (name: string, make: () => Uint8Array) => files.push({ name, fileName: "model.ifczip", make })
  for (const [name, make] of Object.entries(archives)) archived(name, make)
  for (const kind of ["truncated", "bytes flipped", "bytes removed"]) {
    const state = random.between(1, 1_000_000_000)
    const whole = () => madeZip([{ name: "model.ifc", bytes: data(walls(1000)) }])
    archived(`an archive, ${kind} by ${state}`, () => mutations[kind]!(whole(), Random.make(state)))
  }
  for (const parts of [100, 2000, 20_000]) {
    for (const kind of Object.keys(hostile)) {
      const n = Math.ceil(parts * (0.5 + random.next()))
      files.push(ifc(`${kind}, ${n}`, () => sized(kind, n)))
    }
  }
  const bases = [...namesIn(fixtures), ...namesIn(models)]
    .filter((path) => /\.(ifc|3dm)$/.test(path))
    .map((path) => ({ path, bytes: readFileSync(path) }))
    .filter(({ bytes }) => bytes.length <= mostBytes)
  const kinds = Object.keys(mutations)
  for (let i = 0; files.length < count; i++) {
    const { bytes, path } = random.pick(bases)
    const kind = kinds[i % kinds.length]!
    const state = random.between(1, 1_000_000_000)
    files.push({
      name: `${path.split("/").at(-1)}, ${kind} by ${state}`,
      fileName: path.endsWith(".3dm") ? "model.3dm" : "model.ifc",
      make: () => mutations[kind]!(bytes, Random.make(state)).subarray(0, mostBytes)
    })
  }
  return files
    .map((file) => ({ file, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => file)
}
