import { expect, test } from "bun:test"
import { fromUuid } from "./GlobalId.ts"

test.each([
  ["00000000-0000-0000-0000-000000000000", "0000000000000000000000"],
  ["ffffffff-ffff-ffff-ffff-ffffffffffff", "3$$$$$$$$$$$$$$$$$$$$$"],
  ["00000000-0000-0000-0000-000000000041", "0000000000000000000011"],
  ["80000000-0000-0000-0000-00000000000A", "200000000000000000000A"]
])("the UUID %s is the GlobalId %s", (uuid, guid) => expect<string>(fromUuid(uuid)).toBe(guid))
