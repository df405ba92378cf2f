/**
 * Checks the models of MODELS_DIR, and a model of the tests, against documents with every facet and restriction, and
 * compares the results with ifctester: to how many entities each specification and requirement applies, which of them
 * fail, and whether the model meets it. All differences must be in one table, which explains them by the standard's
 * cases. The exit code is 1 if there is another difference, if a difference of the table does not occur any more, or if
 * a case that the table names is missing in IDS_DIR.
 *
 * Usage: npm run agreement:ids -- [MODEL…]
 */
import * as Either from "effect/Either"
import { existsSync, readdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import process from "node:process"
import { allCombinations, idsOf } from "../bench/IdsDocuments.ts"
import { checkWithIfcTester, type PeerResult } from "../bench/IfcTester.ts"
import { checkIds } from "../src/ids/check/Check.ts"
import { compileIds } from "../src/ids/check/CompiledIds.ts"
import { readIds } from "../src/ids/document/ReadIds.ts"
import { openIfc } from "../src/ids/OpenIfc.ts"
import { folder } from "../src/ifc/testing/RealModels.ts"
import { type Deviation, deviationOf } from "./ids-agreement/Comparison.ts"
import { explanationOf, explanations } from "./ids-agreement/Differences.ts"
import { casesIn } from "./ids-agreement/CasesIn.ts"
import { everyFacet } from "./ids-agreement/EveryFacet.ts"
import { ownModel } from "./ids-agreement/OwnModel.ts"

const cases = process.env["IDS_DIR"] ?? join(import.meta.dir, "../../shared/ids")
const documents = [everyFacet, idsOf(allCombinations)]
const compiled = documents.map((text) =>
  Either.getOrThrow(Either.flatMap(readIds(new TextEncoder().encode(text)), compileIds))
)
const counts = { passed: 0, failed: 0, explained: 0 }
const found = new Set<string>()

const fail = (line: string): void => {
  counts.failed++
  console.log(`FAILED ${line}`)
}

const told = ({ error, example, ours, requirement, specification, theirs }: Deviation): string => {
  const of = ({ applicable, failed, passed }: Deviation["ours"]) =>
    `${applicable} apply, ${passed} pass, ${failed} fail`
  const peer = error === null ? of(theirs) : `cannot decide it: ${error}`
  return `${specification}: ${requirement ?? "(no requirement)"} Here ${of(ours)}; ifctester: ${peer}. ${example}`
}

/** Runs ifctester. If that is not possible, prints the reason and returns null. */
const peersOf = async (model: string): Promise<ReadonlyArray<PeerResult> | null> => {
  try {
    return await checkWithIfcTester(model, documents)
  } catch (error) {
    fail(`${basename(model)}: ifctester could not be asked. ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

const compare = async (model: string): Promise<void> => {
  const bytes = new Uint8Array(await Bun.file(model).arrayBuffer())
  const peers = await peersOf(model)
  if (peers === null) return
  for (const [i, ids] of compiled.entries()) {
    const { entities, file } = Either.getOrThrow(openIfc(bytes, ids.needsShapes))
    const { specifications } = checkIds(ids, entities, { mostFailures: Number.POSITIVE_INFINITY })
    for (const [k, specification] of specifications.entries()) {
      const deviation = deviationOf(specification, peers[i]!.specifications[k]!, (row) => file.idOf(row))
      if (deviation === null) {
        counts.passed++
        continue
      }
      const explanation = explanationOf(deviation)
      if (explanation === null) fail(`${basename(model)}: ${told(deviation)}`)
      else {
        counts.explained++
        found.add(explanation.name)
      }
    }
  }
  console.log(`${basename(model)}: compared`)
}

const run = async (models: ReadonlyArray<string>): Promise<void> => {
  const scratch = await mkdtemp(join(tmpdir(), "ids-agreement-"))
  const own = join(scratch, "own.ifc")
  await Bun.write(own, ownModel)
  try {
    for (const model of [own, ...models]) await compare(model)
  } finally {
    await rm(scratch, { recursive: true })
  }
}

const named = process.argv.slice(2)
const shared = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith(".ifc"))
      .map((name) => join(folder, name))
  : []
if (named.length + shared.length === 0) fail(`no models: ${folder} does not exist (MODELS_DIR)`)
await run(named.length > 0 ? named : shared)
const { missing, skipped } = casesIn(cases, explanations)
for (const one of missing) fail(`the standard has no case ${one}`)
for (const one of skipped) console.log(`SKIPPED whether the standard has the case ${one}: no folder ${cases} (IDS_DIR)`)
for (const { name } of explanations) {
  if (named.length === 0 && !found.has(name)) fail(`a difference that is not there any more: ${name}`)
}
console.log(`${counts.explained} differences are explained by the table`)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${skipped.length} skipped`)
process.exit(counts.failed === 0 ? 0 : 1)
