import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type PythonEnvironment, pythonOf } from "./PythonEnvironment.ts"

/** The Python program that checks models against IDS documents: ifctester of IfcOpenShell. */
const ifcTester: PythonEnvironment = { requirements: "ids.txt", folder: "ids/.venv", trial: "import ifctester.ids" }

/**
 * A specification that ifctester has checked. Entities are given by the numbers of their instances, in ascending order.
 */
export interface PeerSpecification {
  readonly name: string
  /** The reason why it could not be checked, or null. */
  readonly error: string | null
  readonly passes: boolean
  readonly applicable: ReadonlyArray<number>
  /** The entities that do not meet a requirement, in the order of facets in the schema. */
  readonly failures: ReadonlyArray<ReadonlyArray<number>>
}

export interface PeerResult {
  /** Seconds of processor time for opening the model and for checking it. */
  readonly open: number
  readonly check: number
  readonly specifications: ReadonlyArray<PeerSpecification>
}

/** Checks a model file against documents. Fails with the reason if ifctester cannot be installed. */
export const checkWithIfcTester = async (
  model: string,
  documents: ReadonlyArray<string>
): Promise<ReadonlyArray<PeerResult>> => {
  const python = await pythonOf(ifcTester)
  const scratch = await mkdtemp(join(tmpdir(), "ids-"))
  try {
    const files = documents.map((_, i) => join(scratch, `${i}.ids`))
    await Promise.all(documents.map((text, i) => Bun.write(files[i]!, text)))
    const child = Bun.spawn([python, join(import.meta.dir, "peers/ids.py"), model, ...files], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const lines = (await new Response(child.stdout).text()).trim().split("\n")
    if ((await child.exited) !== 0) throw new Error(`ifctester failed on ${model}`)
    return JSON.parse(lines.at(-1)!) as ReadonlyArray<PeerResult>
  } finally {
    await rm(scratch, { recursive: true })
  }
}
