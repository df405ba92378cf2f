import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { checkIds } from "./check/Check.ts"
import { compileIds } from "./check/CompiledIds.ts"
import { readIds } from "./document/ReadIds.ts"
import { openIfc } from "./OpenIfc.ts"

/** The folder of the standard's test cases, by default beside the repository. The first word of a name is the result. */
const folder = process.env["IDS_DIR"] ?? join(import.meta.dir, "../../../shared/ids")

const facets = ["attribute", "classification", "entity", "ids", "material", "partof", "property", "restriction"]
const folders = [...facets, "tolerance"]

const namesIn = (group: string): ReadonlyArray<string> =>
  existsSync(join(folder, group))
    ? readdirSync(join(folder, group))
        .filter((name) => name.endsWith(".ids"))
        .map((name) => name.slice(0, -4))
    : []

const resultOf = (path: string): string => {
  const compiled = Either.getOrThrow(Either.flatMap(readIds(readFileSync(`${path}.ids`)), compileIds))
  const { entities } = Either.getOrThrow(openIfc(readFileSync(`${path}.ifc`), compiled.needsShapes))
  return checkIds(compiled, entities).status
}

describe.skipIf(!existsSync(folder))("the standard's cases (IDS_DIR)", () => {
  describe.each(folders)("%s", (group) => {
    test.each(namesIn(group))("%s", (name) => {
      const expected = name.startsWith("pass-") ? ["Passed", "NotApplicable"] : ["Failed"]
      expect(expected).toContain(resultOf(join(folder, group, name)))
    })
  })
})
