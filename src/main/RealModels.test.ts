import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fullTest } from "../testing/Volume.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const folder = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../shared/models")
const manifest = join(folder, "manifest.tsv")

/** They show nothing that the other models do not show as well. */
const onlyFull = new Set(["houten-kozijnen.ifc", "SampleHouse.ifc"])

type Json = Readonly<Record<string, unknown>>

describe.skipIf(!existsSync(manifest))(`the models of manifest.tsv (MODELS_DIR)`, () => {
  let service: ServiceProcess.ServiceProcess
  let headers: Record<string, string>
  let project: string

  const call = async (method: string, path: string, body?: Json) => {
    const response = await fetch(path.startsWith("http") ? path : `${service.url}/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, body: (await response.json()) as Json }
  }

  /** Polls to the end; the percentages that were seen beside it. */
  const ended = async (operationId: unknown) => {
    const seen: Array<number> = []
    for (;;) {
      const { body } = await call("GET", `/operations/${String(operationId)}`)
      seen.push(body["percentageCompleted"] as number)
      if (body["status"] === "Ready" || body["status"] === "Failed") return { operation: body, seen }
      await Bun.sleep(30)
    }
  }

  const imports = new Map<string, ReturnType<typeof importOf>>()
  /** Imports a file once for all tests. */
  const imported = (file: string) => imports.getOrInsertComputed(file, () => importOf(file))

  const importOf = async (file: string) => {
    const { body: ticket } = await call("GET", "/files/upload-url")
    const put = await fetch(ticket["uploadUrl"] as string, { method: "PUT", body: Bun.file(join(folder, file)) })
    expect(put.status).toBe(200)
    const { body, status } = await call("POST", `/projects/${project}/models`, {
      modelName: file,
      uploadKey: ticket["uploadKey"],
      uploadFileName: file
    })
    expect(status).toBe(202)
    const { operation, seen } = await ended(body["id"])
    expect(operation).toMatchObject({ status: "Ready", percentageCompleted: 100 })
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    return { path: `/projects/${project}/models/${String(body["modelId"])}`, seen }
  }

  const quantities = async (path: string, calculators: ReadonlyArray<string>) => {
    const { body } = await call("POST", `${path}/products/quantities/query`, { calculators })
    await ended(body["id"])
    const { body: link } = await call("GET", `${path}/products/quantities/${String(body["id"])}/result`)
    return (await (await fetch(link["downloadUrl"] as string)).json()) as {
      readonly totals: Record<string, number>
      readonly units: Record<string, string>
      readonly missing: Record<string, ReadonlyArray<string>>
      readonly carriedByParts: Record<string, ReadonlyArray<string>>
      readonly products: ReadonlyArray<Record<string, unknown>>
    }
  }

  beforeAll(async () => {
    service = await ServiceProcess.start()
    headers = { authorization: `Bearer ${await service.token("ada")}`, "content-type": "application/json" }
    project = (await call("POST", "/projects", { name: "Models" })).body["id"] as string
  })
  afterAll(() => service.stop())

  const rows = existsSync(manifest) ? readFileSync(manifest, "utf8").trim().split("\n").slice(1) : []
  for (const [file, , , , products] of rows.map((row) => row.split("\t"))) {
    const run = onlyFull.has(file!) ? fullTest : test
    run(`${file} becomes ${products} products`, async () => {
      const { path } = await imported(file!)
      const { body } = await call("POST", `${path}/products/properties/query?pageSize=1`, {})
      expect(body["totalCount"]).toBe(Number(products))
    })
  }

  test("janesville: progress is reported; walls include curtain walls; all quantities are computed", async () => {
    const { path, seen } = await imported("janesville-restaurant.ifc")
    expect(new Set(seen).size).toBeGreaterThanOrEqual(2)
    const { body: fields } = await call("GET", `${path}/products/properties/available-data?pageSize=5000`)
    expect(fields["fields"]).toContain("IsExternal")
    const { body } = await call("POST", `${path}/products/properties/query`, {
      fields: ["Guid", "Class", "Name", "SpatialLocation", "MaterialLayerSet", "Code", "IsExternal"],
      filters: [{ property: "Class", operator: "Contains", value: "Wall" }]
    })
    expect(body["totalCount"]).toBe(258)
    const result = body["result"] as ReadonlyArray<Json>
    expect(new Set(result.map((row) => row["Class"]))).toContain("IfcCurtainWall")
    expect(result[0]).toEqual({
      Guid: "1jvETuzWrD$Pfi7Znc11QC",
      Class: "IfcWall",
      Name: "Basic Wall:J_Wall_Brick_Exterior:158512",
      SpatialLocation: {
        Site: "Default",
        Building: "",
        Floor: "Floor Plan_1st Floor",
        Space: null,
        SpatialLocationId: "1MuaWTtozBAAVLIN6pb7LH"
      },
      MaterialLayerSet: {
        Name: "Basic Wall:J_Wall_Brick_Exterior",
        MaterialId: expect.any(String),
        Layers: "J_Wall_Brick 0.708333"
      },
      Code: {},
      IsExternal: { PropertySet: "Pset_WallCommon", Value: expect.any(Boolean), PropertyId: expect.any(String) }
    })
    const { carriedByParts, missing, products, totals } = await quantities(path, ["Count", "Length", "NetVolume"])
    const measured = (name: string) => products.flatMap((row) => (row[name] === undefined ? [] : [row[name] as Json]))
    for (const name of ["Length", "NetVolume"]) {
      expect(new Set(measured(name).map(({ origin }) => origin))).toEqual(new Set(["Computed"]))
    }
    expect(totals["Count"]).toBe(1532)
    expect(totals["NetVolume"]).toBeCloseTo(4601, -1)
    const volumes = missing["NetVolume"]!.length + carriedByParts["NetVolume"]!.length
    expect(volumes + measured("NetVolume").length).toBe(1532)
    // Doors and windows have no length: they are neither counted nor missing.
    const { body: openings } = await call("POST", `${path}/products/properties/query?pageSize=1`, {
      filters: [{ property: "Class", operator: "In", value: ["Door", "Window"] }]
    })
    const withLength = 1532 - (openings["totalCount"] as number)
    const without = missing["Length"]!.length + carriedByParts["Length"]!.length
    expect(without + measured("Length").length).toBe(withLength)
  })

  test("mini-project: length and volume are the sums of its quantities, in SI", async () => {
    const { path } = await imported("mini-project.ifc")
    const { totals, units } = await quantities(path, ["Count", "Length", "NetVolume"])
    expect(units).toEqual({ Length: "Metre", NetVolume: "CubicMetre" })
    // Added up over the lines of the file: 2,203 lengths in millimetres, 2,636 volumes in cubic metres.
    expect(totals["Length"]).toBeCloseTo(2769.928705883621, 6)
    expect(totals["NetVolume"]).toBeCloseTo(337.8810446272821, 6)
    expect(totals["Count"]).toBe(3687)
  })
})
