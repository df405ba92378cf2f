import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { aboutKeys, unitKey } from "../../../sheets/About.ts"
import type { SheetColumn } from "../../../sheets/SheetColumn.ts"
import { sheetOf, written } from "../../../sheets/testing/SheetFiles.ts"
import type { Scalar } from "../../../domain/products/Filter.ts"
import * as Seed from "../../testing/Seed.ts"
import { sheetUser } from "../../testing/SheetUser.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const [a, b] = ["2WallA0000000000000000", "2WallB0000000000000000"] as const
const door = "2Door00000000000000000"
const nobody = "0".repeat(22)

let service: TestService.TestService
let projectId: string
let modelId: string
let ada: ReturnType<typeof sheetUser>
let bert: ReturnType<typeof sheetUser>

const newModel = async (): Promise<void> => {
  const token = service.token("ada")
  modelId = (await Seed.model(service, token, projectId, `House ${crypto.randomUUID()}`)).modelId
  const path = `/v1/projects/${projectId}/models/${modelId}`
  await service.call("PUT", `${path}/members/bert`, { token, body: { role: "Modeler" } })
  ada = sheetUser(service, path, "ada")
  bert = sheetUser(service, path, "bert")
  await ada.start()
  await bert.start()
}

beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  const token = service.token("ada")
  projectId = await Seed.project(service, token)
  await service.call("GET", "/v1/projects", { token: service.token("bert") })
  await service.call("PUT", `/v1/projects/${projectId}/members/bert`, { token, body: { role: "Contributor" } })
  await newModel()
})
beforeEach(async () => {
  await ada.discard()
  await bert.discard()
})

/** Makes a workbook of a table whose first column is Guid. */
const workbook = (
  headers: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<Scalar>>,
  about: Readonly<Record<string, string>> = {}
): Uint8Array => {
  const columns = headers.map((name): SheetColumn => ({ name, unit: null, type: "Mixed" }))
  return new Uint8Array(written("xlsx", sheetOf(columns, rows), { about: Object.entries(about) }))
}

describe("what is an edit", () => {
  test("an unchanged table changes nothing, however its rows and columns are arranged", async () => {
    const same = `Name,Guid,Extra column,Class\nWall B,${b},x,IfcWallStandardCase\nWall A,${a},,IfcWall\n`
    expect(await ada.take(same)).toEqual({ errors: [], edits: 0, unchanged: 4, ignored: ["Extra column"] })
    expect(await ada.changes()).toEqual([])
  })

  test("changed and emptied cells become edits; missing rows delete nothing", async () => {
    const sheet = `Guid,Description,FireRating,Site data.Count,IsExternal\n${a},,F90,8,FALSE\n`
    expect(await ada.take(sheet)).toEqual({ errors: [], edits: 4, unchanged: 0, ignored: [] })
    expect(await ada.changes()).toEqual([
      [a, "Description", "South wall", null],
      [a, "Pset_WallCommon.FireRating", "REI 60", "F90"],
      [a, "Pset_WallCommon.IsExternal", true, false],
      [a, "Site data.Count", 7, 8]
    ])
    expect((await ada.take(sheet)).unchanged).toBe(4)
  })

  test("with empty=ignore, emptied cells change nothing", async () => {
    expect(await ada.take(`Guid,Description,Tag\n${a},,\n`, "?empty=ignore")).toMatchObject({ edits: 0, unchanged: 2 })
    expect(await ada.refused(`Guid\n${a}\n`, "?empty=never")).toEqual([400, "InvalidParameter"])
  })

  test("numbers are compared as in filters, and CSV may have decimal commas", async () => {
    expect(await ada.take(`Guid;Ratio;Depth\n${a};1,5;300,0\n`, "?decimal=,")).toMatchObject({ edits: 0, unchanged: 2 })
    expect(await ada.take(`Guid;Ratio\n${a};2,25\n`, "?decimal=,")).toMatchObject({ errors: [], edits: 1 })
    expect(await ada.changes()).toEqual([[a, "Site data.Ratio", 1.5, 2.25]])
    expect(await ada.errors(`Guid;Ratio\n${a};2.500\n`, "?decimal=,")).toEqual(["2 Ratio InvalidValue"])
  })

  test("truncated texts are no edits", async () => {
    const long = "x".repeat(40_000)
    expect(await ada.modify({ update: { Description: { [a]: long } } })).toEqual([])
    expect(await ada.take(workbook(["Guid", "Description"], [[a, long]]))).toMatchObject({ edits: 0, unchanged: 1 })
    const other = `${"y".repeat(32_766)}…`
    expect(await ada.take(workbook(["Guid", "Description"], [[a, other]]))).toMatchObject({ edits: 0, unchanged: 1 })
    expect(await ada.take(`Guid,Description\n${a},${other}\n`)).toMatchObject({ edits: 1 })
  })

  test("line breaks that a spreadsheet program saved as line feeds are no edits", async () => {
    expect(await ada.modify({ update: { Description: { [a]: "one\r\ntwo\rthree" } } })).toEqual([])
    const sheet = (text: string) => `Guid,Description\n${a},"${text}"\n`
    expect(await ada.take(sheet("one\ntwo\nthree"))).toMatchObject({ edits: 0, unchanged: 1 })
    expect(await ada.take(sheet("one\ntwo three"))).toMatchObject({ edits: 1, unchanged: 0 })
  })

  test("guards against formulas are removed", async () => {
    expect(await ada.take(`Guid,Description,Tag\n${a},'=1+1,'tag\n`)).toMatchObject({ errors: [], edits: 2 })
    expect(await ada.changes()).toEqual([
      [a, "Description", "South wall", "=1+1"],
      [a, "Tag", "W-1", "'tag"]
    ])
  })

  test("the earlier values in a sheet revert the caller's own unpublished changes", async () => {
    const before = workbook(
      ["Guid", "Name", "FireRating", "Count", "SpatialLocation", "SpatialLocation.Floor", "Remark", "New.Value"],
      [
        [a, "Wall A", "REI 60", 7, "Ground floor", "Ground floor", null, null],
        [b, "Wall B", "REI 120", 12, "Ground floor", "Ground floor", "first", null]
      ],
      { [aboutKeys.version]: await ada.publish() }
    )
    const body = {
      update: { Name: { [a]: "X" }, FireRating: { [a]: "F0" }, Count: { [a]: null } },
      delete: { FireRating: { [b]: null } },
      addOrUpdate: {
        SpatialLocation: { [a]: "2Upper0000000000000000" },
        "New.Value": { [a]: { PropertySet: "New", Value: "added" } }
      }
    }
    expect(await ada.modify(body)).toEqual([])
    expect((await ada.changes()).length).toBe(6)
    expect((await ada.take(before)).errors).toEqual([])
    expect(await ada.changes()).toEqual([])
  })
})

describe("columns and rows", () => {
  test("headers that name no field are listed, and refused if strict", async () => {
    const sheet = `Guid,Name,Unheard,Pset_New.Unheard\n${a},Wall A,x,y\n`
    expect((await ada.take(sheet)).ignored).toEqual(["Unheard", "Pset_New.Unheard"])
    expect(await ada.refused(sheet, "?strict=true")).toEqual([400, "InvalidBody"])
    expect(await ada.refused("Name\nx\n")).toEqual([400, "InvalidBody"])
  })

  test("with create, new properties are made", async () => {
    const sheet = `Guid,Pset_New.Unheard,Pset_WallCommon.Note\n${a},y,\n${b},,z\n`
    expect(await ada.take(sheet, "?create=true")).toMatchObject({ errors: [], edits: 2, ignored: [] })
    expect(await ada.changes()).toEqual([
      [a, "Pset_New.Unheard", null, "y"],
      [b, "Pset_WallCommon.Note", null, "z"]
    ])
  })

  test("rows without Guid, with a repeated one or without a product are errors with their rows, and nothing is changed", async () => {
    const sheet = `Guid,Name,Class\n${a},New,IfcWall\n,x,\n${a},Other,IfcWall\n${nobody},N,\n,,\n${b},Wall B,IfcDoor\n`
    const { edits, errors } = await ada.take(sheet)
    expect(edits).toBe(0)
    expect(errors.map(({ column, error, field, guid, row }) => [row, column, field, guid, error])).toEqual([
      [3, "Guid", "Guid", "", "InvalidValue"],
      [4, "Guid", "Guid", a, "DuplicateModification"],
      [5, "Guid", "Guid", nobody, "ProductNotFound"],
      [7, "Class", "Class", b, "FieldReadOnly"]
    ])
    expect(await ada.changes()).toEqual([])
  })

  test("values of the wrong type are errors", async () => {
    const sheet = `Guid,Count,Status,Name\n${a},many,OLD,${"n".repeat(256)}\n`
    expect(await ada.errors(sheet)).toEqual(["2 Count InvalidValue", "2 Status InvalidValue", "2 Name InvalidValue"])
  })

  test("at most 1,000 errors are reported", async () => {
    const rows = Array.from({ length: 1500 }, (_, i) => `no${i},x`)
    const { errors } = await ada.take(`Guid,Name\n${rows.join("\n")}\n`)
    expect([errors.length, errors[999]!.row, errors[1000]!.error]).toEqual([1001, 1001, "TooManyErrors"])
  })
})

describe("units", () => {
  test("a sheet in SI units is read in SI units", async () => {
    expect(await ada.take(`Guid,Depth,Span\n${a},0.3,1; 2.5\n`, "?units=SI")).toMatchObject({ edits: 0, unchanged: 2 })
    expect(await ada.take(`Guid,Depth\n${a},0.365\n`, "?units=si")).toMatchObject({ errors: [], edits: 1 })
    expect(await ada.changes()).toEqual([[a, "Site data.Depth", 300, 365]])
    expect(await ada.refused(`Guid\n${a}\n`, "?units=Imperial")).toEqual([400, "InvalidParameter"])
  })

  test("a workbook is read in the units that it names, even if the model has others", async () => {
    const of = (unit: string, value: number) =>
      workbook(["Guid", "Depth", "Slope"], [[a, value, 45]], { [unitKey("Depth")]: unit, [unitKey("Slope")]: "Degree" })
    for (const [unit, value] of [
      ["Metre", 0.3],
      ["Millimetre", 300],
      ["Centimetre", 30]
    ] as const) {
      expect(await ada.take(of(unit, value))).toMatchObject({ edits: 0, unchanged: 2 })
    }
    expect(await ada.take(of("Foot", 2))).toMatchObject({ errors: [], edits: 1 })
    expect(await ada.changes()).toEqual([[a, "Site data.Depth", 300, 609.6]])
    expect(await ada.errors(of("Kilogram", 3))).toEqual(["2 Depth InvalidValue"])
  })

  test("CSV may name units in its headers", async () => {
    expect(await ada.take(`Guid,Depth [Metre]\n${a},0.4\n`)).toMatchObject({ errors: [], edits: 1, ignored: [] })
    expect(await ada.changes()).toEqual([[a, "Site data.Depth", 300, 400]])
  })
})

describe("references", () => {
  test("locations, materials and codes are taken by name and by guid", async () => {
    const token = service.token("ada")
    const path = `/v1/projects/${projectId}`
    const make = async (below: string, body: unknown) =>
      Seed.json<Record<string, string>>(await service.call("POST", `${path}${below}`, { token, body }), 201)
    const { guid: library } = await make("/codifications", { name: "Own library" })
    const { guid: other } = await make("/codifications", { name: "Other" })
    await make(`/codifications/${library}/codification`, { identification: "21.1", name: "Walls" })
    await make(`/codifications/${library}/codification`, { identification: "21.2", name: "Doors" })
    await make(`/codifications/${other}/codification`, { identification: "21.1", name: "Other walls" })
    const sheet = (location: string, code: string) => `Guid,SpatialLocation,Code\n${door},${location},${code}\n`
    expect(await ada.take(sheet("Upper floor", "Own library:21.1; 21.2"))).toMatchObject({ errors: [], edits: 2 })
    const shown = await ada.rows(["SpatialLocation.Floor", "Code.Identification"])
    expect(shown.find((row) => row["Guid"] === door)).toMatchObject({
      "SpatialLocation.Floor": "Upper floor",
      "Code.Identification": "21.1; 21.2"
    })
    // The identification alone means the code that the product has.
    expect(await ada.take(sheet("Upper floor", "21.1"))).toMatchObject({ errors: [], edits: 1 })
    expect(await ada.take(sheet("2Ground000000000000000", ""))).toMatchObject({ errors: [], edits: 2 })
    expect(await ada.changes()).toEqual([])
    expect(await ada.errors(sheet("Attic", "21.1"))).toEqual([
      "2 SpatialLocation ReferenceNotFound",
      "2 Code ReferenceNotFound"
    ])
    expect(await ada.errors(`Guid,Material\n${door},Unobtainium\n`)).toEqual(["2 Material ReferenceNotFound"])
  })
})

describe("versions", () => {
  test("a later publication of others is a conflict only in cells that the sheet also changes", async () => {
    const version = await ada.publish("before")
    const of = (name: string, tag: string) =>
      workbook(["Guid", "Name", "Tag"], [[a, name, tag]], { [aboutKeys.version]: version })
    expect(await bert.modify({ update: { Name: { [a]: "Bert's" } } })).toEqual([])
    await bert.publish()
    expect(await ada.take(of("Wall A", "T"))).toMatchObject({ errors: [], edits: 1, unchanged: 1 })
    expect((await ada.rows(["Name"])).find((row) => row["Guid"] === a)!["Name"]).toBe("Bert's")
    await ada.discard()
    expect(await ada.errors(of("Ada's", "T"))).toEqual(["2 Name Conflict"])
    expect(await ada.take(of("Bert's", "W-1"))).toMatchObject({ errors: [], edits: 0, unchanged: 2 })
    expect(await ada.take(of("Ada's", "W-1"), "?force=true")).toMatchObject({ errors: [], edits: 1 })
    expect(await ada.changes()).toEqual([[a, "Name", "Bert's", "Ada's"]])
    await ada.discard()
    const csv = `Guid,Name\n${a},Ada's\n`
    expect(await ada.errors(csv, `?version=${version}`)).toEqual(["2 Name Conflict"])
    expect(await ada.take(csv)).toMatchObject({ errors: [], edits: 1 })
  })

  test("a cell with the value of the version takes back the caller's own change, also if others changed it", async () => {
    const version = await ada.publish("before")
    const name = (await ada.rows(["Name"])).find((row) => row["Guid"] === a)!["Name"] as string
    expect(await ada.modify({ update: { Name: { [a]: "Ada's own" } } })).toEqual([])
    expect(await bert.modify({ update: { Name: { [a]: "Bert's second" } } })).toEqual([])
    await bert.publish()
    const sheet = workbook(["Guid", "Name"], [[a, name]], { [aboutKeys.version]: version })
    for (const query of ["?dryRun=true&force=true", "?dryRun=true", ""]) {
      expect(await ada.take(sheet, query)).toMatchObject({ errors: [], edits: 1, unchanged: 0 })
    }
    expect(await ada.changes()).toEqual([])
    expect((await ada.rows(["Name"])).find((row) => row["Guid"] === a)!["Name"]).toBe("Bert's second")
    expect(await ada.take(sheet)).toMatchObject({ errors: [], edits: 0, unchanged: 1 })
  })

  test("unknown versions and sheets of other models are refused", async () => {
    const of = (about: Readonly<Record<string, string>>) => workbook(["Guid", "Name"], [[a, "Wall A"]], about)
    expect(await ada.refused(of({ [aboutKeys.version]: "999999" }))).toEqual([404, "VersionNotFound"])
    expect(await ada.refused(of({ [aboutKeys.version]: "latest" }))).toEqual([404, "VersionNotFound"])
    expect(await ada.refused(`Guid\n${a}\n`, "?version=999999")).toEqual([404, "VersionNotFound"])
    expect(await ada.refused(of({ [aboutKeys.modelId]: "999999" }))).toEqual([400, "InvalidBody"])
    expect((await ada.send(of({ [aboutKeys.modelId]: modelId }))).status).toBe(200)
  })
})

describe("requests", () => {
  test("a dry run returns the changes and needs no session", async () => {
    const sheet = `Guid,Name\n${a},Dry\n`
    expect(await ada.take(sheet, "?dryRun=true", {})).toMatchObject({
      errors: [],
      edits: 1,
      changes: [{ guid: a, field: "Name", after: "Dry" }]
    })
    expect(await ada.changes()).toEqual([])
    expect(await ada.refused(sheet, "", {})).toEqual([400, "MissingClientSessionId"])
    expect(await ada.refused(sheet, "", { "x-client-session-id": "other" })).toEqual([400, "SessionNotActive"])
  })

  test("wrong roles, wrong media types and damaged files are refused", async () => {
    const viewer = sheetUser(service, `/v1/projects/${projectId}/models/${modelId}`, "vera")
    await service.call("GET", "/v1/projects", { token: service.token("vera") })
    const body = { role: "User" }
    await service.call("PUT", `/v1/projects/${projectId}/members/vera`, { token: service.token("ada"), body })
    expect(await viewer.refused(`Guid\n${a}\n`, "?dryRun=true")).toEqual([403, "Forbidden"])
    const type = { "x-client-session-id": "ada", "content-type": "text/plain" }
    expect((await ada.send(`Guid\n${a}\n`, "", type)).status).toBe(415)
    expect(await ada.refused(Buffer.from(`Guid\n${a}\n`))).toEqual([400, "UnsupportedFileType"])
    expect(await ada.refused(`Guid,Name\n${a},"open\n`)).toEqual([400, "InvalidBody"])
    expect(await ada.refused(`Guid,Name\n${a},a,b\n`)).toEqual([400, "InvalidBody"])
    expect((await ada.send(new Uint8Array(32 * 1024 * 1024 + 1))).status).toBe(413)
  })

  test("larger tables can be uploaded first, and the upload can be used again after a dry run", async () => {
    const uploadKey = await Seed.upload(service, service.token("ada"), Buffer.from(`Guid,Name\n${a},Uploaded\n`))
    const ask = (query: string) => ada.ask("POST", `/products/table${query}`, { uploadKey, UploadFileName: "t.csv" })
    expect(await Seed.json(await ask("?dryRun=true"))).toMatchObject({ edits: 1 })
    expect(await Seed.json(await ask(""))).toMatchObject({ errors: [], edits: 1 })
    const other = await bert.ask("POST", "/products/table", { uploadKey, uploadFileName: "t.csv" })
    expect([other.status, ((await other.json()) as { error: string }).error]).toEqual([400, "InvalidUploadKey"])
  })
})
