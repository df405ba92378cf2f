/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { Operation } from "../../../api/Views.ts"
import { openImports } from "./OpenImports.ts"

const imported = (id: string, modelId: string, status: Operation["status"], more: Partial<Operation> = {}) =>
  ({ id, kind: "ImportIfc", modelId, modelName: "House", status, ...more }) as Operation

const idsOf = (operations: ReadonlyArray<Operation>, models: ReadonlyArray<string> = [], hidden = "") => {
  const { ofModel, ofNone } = openImports(operations, new Set(models), (id) => id === hidden)
  return [ofNone.map(({ id }) => id), [...ofModel].map(([model, { id }]) => `${model}: ${id}`)]
}

test("running and failed imports are shown, of new models and of models that are ready", () => {
  const operations = [
    imported("a", "1", "InProgress"),
    imported("b", "2", "Failed", { error: "InvalidModelFile" }),
    imported("c", "3", "Queued"),
    imported("d", "4", "Ready")
  ]
  expect(idsOf(operations, ["3", "4"])).toEqual([["a", "b"], ["3: c"]])
})

test("only the newest import of a model counts", () => {
  const failed = imported("old", "1", "Failed", { error: "Internal" })
  expect(idsOf([imported("new", "1", "Ready"), failed], ["1"])).toEqual([[], []])
  expect(idsOf([imported("new", "1", "InProgress"), failed])).toEqual([["new"], []])
})

test("cancelled imports, hidden ones, those of removed models and other operations are left out", () => {
  const { modelName, ...removed } = imported("a", "1", "Failed", { error: "ModelNotFound" })
  expect(modelName).toBe("House")
  expect(idsOf([removed as Operation])).toEqual([[], []])
  expect(idsOf([imported("b", "1", "Failed", { error: "Cancelled" })])).toEqual([[], []])
  expect(idsOf([imported("c", "1", "Failed", { error: "Internal" })], [], "c")).toEqual([[], []])
  expect(idsOf([imported("d", "1", "Failed", { kind: "ExportIfc", error: "Internal" })])).toEqual([[], []])
})
