/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import type { Operation } from "../../../api/Views.ts"
import { canRetry, durationOf, objectOf, personOf, refusalOf, stateOf, whyOf } from "./Operation.ts"
import { lasted } from "../../Sizes.ts"

const failed: Operation = {
  id: "9b2e0d5c-0000-4000-8000-000000000000",
  kind: "ImportIfc",
  status: "Failed",
  percentageCompleted: 10,
  createdAt: "2026-11-28T10:00:00.000Z",
  startedAt: "2026-11-28T10:00:05.000Z",
  endedAt: "2026-11-28T10:01:30.000Z",
  userId: "ada",
  projectId: "1",
  modelId: "2",
  modelName: "House",
  fileName: "house.ifc",
  error: "Internal"
}

test("a cancelled operation has a state of its own", () => {
  expect(stateOf(failed)).toBe("Failed")
  expect(stateOf({ ...failed, error: "Cancelled" })).toBe("Cancelled")
  expect(stateOf({ status: "InProgress" })).toBe("InProgress")
})

test("only failed imports of models that are still there can be tried again", () => {
  const { modelName, ...ofRemoved } = failed
  expect(modelName).toBe("House")
  expect(canRetry(failed)).toBe(true)
  expect(canRetry({ ...failed, error: "Cancelled" })).toBe(true)
  expect(canRetry(ofRemoved)).toBe(false)
  expect(canRetry({ ...failed, kind: "ExportIfc" })).toBe(false)
  expect(canRetry({ ...failed, status: "Ready" })).toBe(false)
})

test.each(["InvalidModelFile", "UnsupportedFileType", "UploadTooLarge", "ArchiveTooLarge"])(
  "an import that failed with %s is not tried again: its file can never pass",
  (error) => expect(canRetry({ ...failed, error })).toBe(false)
)

test.each(["ResourceLimit", "ConverterNotConfigured", "ConverterFailed", "StorageUnavailable"])(
  "an import that failed with %s can be tried again",
  (error) => expect(canRetry({ ...failed, error })).toBe(true)
)

test("the reason of a failure is the sentence of the service, or else that of the page for its code", () => {
  expect(whyOf({ ...failed, errorDetails: "The file is empty." })).toBe("The file is empty.")
  expect(whyOf({ ...failed, error: "Cancelled", errorDetails: "" })).toBe("Somebody cancelled it.")
  const { error, ...ready } = failed
  expect([error, whyOf(ready)]).toEqual(["Internal", null])
})

test("the duration runs from the start of the work to its end, or to now", () => {
  const now = Date.parse("2026-11-28T10:00:25.000Z")
  expect(durationOf(failed, now)).toBe(85_000)
  expect(durationOf({ startedAt: failed.startedAt }, now)).toBe(20_000)
  expect(durationOf({}, now)).toBeNull()
  expect([4_400, 85_000, 7_260_000].map((milliseconds) => lasted(milliseconds).match(/\d+/g))).toEqual([
    ["4"],
    ["1", "25"],
    ["2", "1"]
  ])
})

test("an operation is named by its file or model, and its person by name if there is one", () => {
  expect(objectOf(failed)).toBe("Import house.ifc")
  const { fileName, ...ofModel } = failed
  expect(fileName).toBe("house.ifc")
  expect(objectOf({ ...ofModel, kind: "ExportIfc" })).toBe("IFC export House")
  expect([personOf(failed), personOf({ ...failed, userName: "Ada Lovelace" })]).toEqual(["ada", "Ada Lovelace"])
})

test("refusals to try again have words of the page, others keep those of the service", () => {
  const refused = { status: 400, code: "UploadNotFound", details: "Gone.", requestId: null }
  expect(refusalOf(refused).details).toContain("Upload it again")
  expect(refusalOf({ ...refused, code: "Forbidden" }).details).toBe("Gone.")
})
