import { holds, same, status } from "../../harness/Check.ts"
import { fixture, importBytes } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const rule = rules("contract 20", operating)

/** The members of models that section 20 adds to those of the specification, without the name of a user. */
export const atAGlance: ReadonlySet<string> = new Set([
  "createdAt",
  "updatedAt",
  "updatedBy",
  "versionTitle",
  "products",
  "sizeBytes",
  "schema",
  "coordinates"
])

export const glances = [
  rule("20-model-glance", "A model says when and by whom it was changed, and what its file is", async (context) => {
    const { api, subject } = context
    const project = await context.newProject("At a glance")
    const before = Date.now()
    const text = new TextDecoder().decode(await fixture("house.ifc"))
    const sited = text.replace(
      /(#41=IFCSITE\(.*\.ELEMENT\.),\$,\$,\$/,
      "$1,(49,6,1,566000),(-8,-26,-11,-540400),110000."
    )
    const mapped = sited.replace(
      "ENDSEC;\nEND-ISO",
      "#9001=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);\n" +
        "#9002=IFCMAPCONVERSION($,#9001,1000000.,2000000.,30000.,0.,1.,0.9996);\nENDSEC;\nEND-ISO"
    )
    const bytes = new TextEncoder().encode(mapped)
    const { path } = await importBytes(api, project, bytes, { modelName: "House" })
    const model = status(await api.get(path), 200)
    const [createdAt, updatedAt] = ["createdAt", "updatedAt"].map((name) => Date.parse(model.string(name)))
    holds("times", createdAt! <= updatedAt! && Math.abs(updatedAt! - before) < 600_000, [createdAt, updatedAt])
    same("updatedBy", model.at("updatedBy"), subject)
    same(
      "versionTitle",
      model.at("versionTitle"),
      status(await api.get(`${path}/versions`), 200).at("versions", 0, "title")
    )
    const products = status(await api.post(`${path}/products/properties/query`, {}), 200).number("totalCount")
    same("products", model.at("products"), products)
    same("sizeBytes", model.at("sizeBytes"), bytes.length)
    same("schema", model.at("schema"), "IFC4")
    const { map, offset, site } = model.object("coordinates")
    holds("offset", Array.isArray(offset) && offset.length === 3 && offset.every(Number.isFinite), offset)
    const { elevation, latitude, longitude } = site as Readonly<Record<string, number>>
    same("elevation", elevation, 110)
    holds("latitude", Math.abs(latitude! - 49.100435) < 1e-9, latitude)
    holds("longitude", Math.abs(longitude! + 8.436539) < 1e-9, longitude)
    const expected = {
      crs: "EPSG:25832",
      eastings: 1000,
      northings: 2000,
      height: 30,
      rotationDegrees: 90,
      scale: 0.9996
    }
    same("map", map, expected)
  }),
  rule("20-model-nowhere", "A model whose file gives no position has null for it", async (context) => {
    const { coordinates } = status(await context.api.get((await context.house).path), 200).object()
    const { map, site } = coordinates as Readonly<Record<string, unknown>>
    same("positions", [site, map], [null, null])
  })
]
