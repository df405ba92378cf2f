import { describe, expect, test } from "bun:test"
import { volume } from "../../../testing/Volume.ts"
import * as Overlay from "../../query/Overlay.ts"
import { encode } from "../../table/Container.ts"
import { open } from "../../table/ProductTable.ts"
import { canonical, differences } from "../../testing/Differences.ts"
import { edited } from "../../testing/EditedContent.ts"
import { content, modelGuid, withParts } from "../../testing/RandomContent.ts"
import { Random } from "../../../testing/Random.ts"
import * as RandomEdits from "../../testing/RandomEdits.ts"
import * as RandomQuery from "../../testing/RandomQuery.ts"
import { changesBetween } from "./Changes.ts"

describe("changes between random versions", () => {
  test.each([
    ["of one file", 21, volume(20, 60), false],
    ["of two files", 22, volume(20, 60), true]
  ])("%s", (_, seed, contents, isNewFile) => {
    const random = new Random(seed)
    for (let i = 0; i < contents; i++) {
      const one = withParts(random, content(random))
      const other = isNewFile ? withParts(random, content(random)) : one
      const tables = [one, other].map((model) => open(encode(model, { modelGuid })))
      const shared = RandomEdits.withExternal(RandomQuery.view(random, one))
      const versions = [one, other].map((model, i) => {
        const edits = RandomEdits.edits(random, model, 30)
        const overlay = Overlay.add(Overlay.empty, edits)
        const view = { ...shared, importedWith: isNewFile ? i : 0, overlay }
        return { table: tables[isNewFile ? i : 0]!, view, content: edited(model, modelGuid, edits) }
      })
      const [before, after] = versions as [(typeof versions)[0], (typeof versions)[0]]
      const found = changesBetween(before, after)
      const expected = differences(before.content, before.view, after.content, after.view)
      expect(canonical(found.changes)).toEqual(canonical(expected.changes))
      expect(found.added).toEqual(expected.added)
      expect(changesBetween(after, after)).toEqual({ changes: [], added: [] })
    }
  })
})
