import { expect, test } from "bun:test"
import { labelled } from "./LibraryLabels.ts"

const model = (guid: string, name: string, createdAt = "2026-11-29T10:00:00Z") => ({ id: guid, guid, name, createdAt })
const labels = (
  libraries: ReadonlyArray<{
    name: string
    modelGuid?: string
    edition?: string
    editionDate?: string
    source?: string
  }>,
  models: ReadonlyArray<ReturnType<typeof model>> = []
) =>
  labelled(
    libraries.map(({ modelGuid = "", ...rest }, n) => ({
      guid: String(n),
      modelGuid,
      group: modelGuid === "" ? "Project" : "Model",
      ...rest
    })),
    models
  ).map(({ label }) => label)

test("libraries of one name are told apart by their edition and their model", () => {
  const [a, b] = [model("a", "Office"), model("b", "House")]
  const uniformat = { name: "Uniformat", edition: "1998", source: "http://www.csiorg.net/uniformat" }
  const all = [{ ...uniformat, modelGuid: "a" }, { ...uniformat, modelGuid: "b" }, { name: "Uniformat" }]
  expect(labels(all, [a, b])).toEqual(["Uniformat 1998 (Office)", "Uniformat 1998 (House)", "Uniformat (project)"])
})

test("a library named like its model, and one whose model the user does not see, say that they are of a model", () => {
  expect(labels([{ name: "House", modelGuid: "b" }], [model("b", "House")])).toEqual(["House (model)"])
  expect(labels([{ name: "Uniformat", modelGuid: "b" }])).toEqual(["Uniformat (model)"])
})

test("only libraries that would have the same label have more in it", () => {
  const one = { name: "Omniclass", edition: "2", modelGuid: "a" }
  const all = [one, { ...one, editionDate: "2012" }, { ...one, editionDate: "2013", source: "x" }, { name: "Costs" }]
  const [first, ...others] = labels(all, [model("a", "Office")])
  expect(first).toMatch(/^Omniclass 2 \(Office\), .*2026/)
  expect(others).toEqual(["Omniclass 2 (Office), 2012", "Omniclass 2 (Office), 2013", "Costs (project)"])
})

test("libraries of two models of one name have the times of the models", () => {
  const models = [model("a", "House"), model("b", "House", "2026-11-30T10:00:00Z")]
  const [first, second] = labels(
    [
      { name: "Uniformat", modelGuid: "a" },
      { name: "Uniformat", modelGuid: "b" }
    ],
    models
  )
  expect(first).toContain("Uniformat (House), ")
  expect(second).toContain("Uniformat (House), ")
  expect(first).not.toBe(second)
})
