import { expect, test } from "bun:test"
import { partOf } from "./ViewpointPart.ts"

const parts = ["selection", "coloring", "visibility"] as const

test("a part of a viewpoint is read alone, and is empty if the viewpoint lacks it", () => {
  const components = {
    selection: [{ ifc_guid: "2O2Fr$t4X7Zf8NOew3FLOH" }],
    coloring: [{ color: "ff0000", components: [{ authoring_tool_id: "7" }] }],
    visibility: { default_visibility: false, exceptions: [] }
  }
  for (const part of parts) {
    const text = JSON.stringify({ guid: "v", components })
    expect(JSON.parse(partOf(text, part)) as unknown).toEqual({ [part]: components[part] })
  }
  const all = parts.map((part) => JSON.parse(partOf('{"guid":"v"}', part)) as object)
  expect(all).toEqual([
    { selection: [] },
    { coloring: [] },
    { visibility: { default_visibility: true, exceptions: [] } }
  ])
})
