import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { volume } from "../../src/testing/Volume.ts"
import { fromUuid } from "../../src/domain/GlobalId.ts"
import { meshesOf } from "../../src/geometry/meshes/Meshes.ts"
import { patchModel } from "../../src/ifc/patch/PatchModel.ts"
import { openModel, readModel } from "../../src/ifc/ReadModel.ts"
import { shapesOf } from "../../src/ifc/shapes/Shapes.ts"
import { integrityOf } from "../../src/ifc/testing/integrity/Integrity.ts"
import { cellsOf } from "../../src/ifc/testing/SmallFile.ts"
import { rhinoToIfc } from "./Rhino.ts"
import { type Limits, limits } from "./rhino/Limits.ts"
import { maker } from "./rhino/testing/Make3dm.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-rhino-"))
afterAll(() => rmSync(folder, { recursive: true }))
const models = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../shared/models")
const { attributes, box, define, file, instance, layer, rhino } = await maker()

/** Converts, as the worker does. */
const attempt = (bytes: Uint8Array, most: Limits = limits) => {
  const path = join(folder, "input")
  writeFileSync(path, bytes)
  const seen: Array<number> = []
  return rhinoToIfc(path, { scratch: folder, progress: (part) => seen.push(part) }, most).pipe(
    Effect.map(({ isMade, path, warnings }) => {
      expect(isMade).toBe(true)
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
      return { bytes: readFileSync(path), warnings }
    }),
    Effect.either,
    Effect.runPromise
  )
}

/** The IFC file, which must pass the integrity check, and the data that the service reads from it. */
const converted = async (bytes: Uint8Array) => {
  const made = Either.getOrThrow(await attempt(bytes))
  expect([...integrityOf(made.bytes)]).toEqual([])
  const { content, report } = Either.getOrThrow(readModel(made.bytes))
  expect({ ...report.skipped, warnings: report.warnings }).toEqual({ count: 0, first: [], warnings: [] })
  expect(report.duplicateGlobalIds.count).toBe(0)
  return { ...made, content, report }
}

interface Drawn {
  /** Metres, in the axes of IFC. */
  readonly low: ReadonlyArray<number>
  readonly high: ReadonlyArray<number>
  /** The volume is negative if the triangles face inward. */
  readonly volume: number
  readonly colors: ReadonlyArray<string>
}

/** Returns the shapes that web-ifc draws of each product, by GlobalId. */
const drawn = async (bytes: Uint8Array): Promise<ReadonlyMap<string, Drawn>> => {
  const { scene } = await meshesOf(bytes, shapesOf(Either.getOrThrow(openModel(bytes, {}, true))))
  const all = new Map<string, Drawn>()
  const { placements, products, shapes } = scene
  for (const [product, { guid }] of products.entries()) {
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    const colors = new Set<string>()
    let volume = 0
    for (let p = 0; p < placements.count; p++) {
      if (placements.product[p] !== product) continue
      colors.add(placements.color.subarray(4 * p, 4 * p + 3).join())
      const { positions, triangles } = shapes[placements.shape[p]!]!
      const m = placements.matrix.subarray(16 * p, 16 * p + 16)
      const points = Array.from(triangles, (corner) => {
        const [x, y, z] = positions.subarray(3 * corner, 3 * corner + 3) as unknown as [number, number, number]
        const at = [0, 1, 2].map((i) => m[i]! * x + m[4 + i]! * y + m[8 + i]! * z + m[12 + i]!)
        // Converts the scene's axes to those of IFC.
        return [at[0]!, -at[2]!, at[1]!] as const
      })
      for (const point of points) {
        for (let i = 0; i < 3; i++) {
          low[i] = Math.min(low[i]!, point[i]!)
          high[i] = Math.max(high[i]!, point[i]!)
        }
      }
      for (let i = 0; i < points.length; i += 3) {
        // The volume is computed relative to a corner of the first triangle: far from the origin, rounding would leave
        // few correct digits.
        const [a, b, c] = [0, 1, 2].map((k) => points[i + k]!.map((part, axis) => part - points[0]![axis]!))
        volume +=
          (a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) -
            a![1]! * (b![0]! * c![2]! - b![2]! * c![0]!) +
            a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!)) /
          6
      }
    }
    all.set(guid, { low, high, volume, colors: [...colors] })
  }
  return all
}

const expectBox = (of: Drawn | undefined, low: ReadonlyArray<number>, high: ReadonlyArray<number>, volume: number) => {
  const size = Math.hypot(...low.map((from, i) => high[i]! - from))
  for (let i = 0; i < 3; i++) {
    expect(Math.abs(of!.low[i]! - low[i]!) / size).toBeLessThan(1e-6)
    expect(Math.abs(of!.high[i]! - high[i]!) / size).toBeLessThan(1e-6)
  }
  expect(Math.abs(of!.volume / volume - 1)).toBeLessThan(1e-5)
}

const only = <A>(of: ReadonlyMap<string, A>): A => {
  expect(of.size).toBe(1)
  return of.values().next().value!
}

test("an object has its id as GlobalId, its name, layer and texts", async () => {
  const long = "long ".repeat(13_107)
  const bytes = file("Millimeters", (made) => {
    const outer = layer(made, "Wände")
    const inner = layer(made, "a::b 'c' \\ 😀", [200, 100, 0], outer)
    const texts = { Größe: "1 \\ 'm'\nzwei 😀", long, "": "no key", ["k".repeat(300)]: "long key" }
    const mesh = box([0, 0, 0], [1, 2, 3])
    mesh.setUserString("Größe", "of the geometry")
    mesh.setUserString("Own", "of the geometry")
    made.objects().addMesh(mesh, attributes({ name: "Wänd 'Ä' \\ 😀", layer: inner, texts }))
    made.objects().addMesh(box([0, 0, 0], [1, 2, 3]), attributes({ layer: outer }))
    made.strings().set("Author", "Ada")
    made.strings().set("Plug-in\\Key", "x")
  })
  const { content, warnings, bytes: made } = await converted(bytes)
  const opened = rhino.File3dm.fromByteArray(bytes)
  const ids = [0, 1].map((i) => opened.objects().get(i).attributes().id)
  const { products, texts } = content
  expect(products.guid).toEqual(ids.map(fromUuid))
  expect(Array.from(products.nameText, (at) => texts[at])).toEqual(["Wänd 'Ä' \\ 😀", "Mesh"])
  expect(Array.from(products.objectTypeText, (at) => texts[at])).toEqual(["Mesh", "Mesh"])
  expect(Array.from(products.tagText, (at) => texts[at])).toEqual(ids)
  const cells = Object.fromEntries(Object.entries(cellsOf(content)).map(([name, { value }]) => [name, value]))
  expect(cells).toEqual({
    "Rhino.Layer": "Wände::a::b 'c' \\ 😀",
    "UserText.Größe": "1 \\ 'm'\nzwei 😀",
    "UserText.long": long,
    [`UserText.${"k".repeat(255)}`]: "long key",
    "UserText.Own": "of the geometry"
  })
  expect(warnings).toEqual(["User texts without a key, or with a repeated key, were left out: 1"])
  expect(made.toString()).toContain("IFCPROPERTYSINGLEVALUE('Author',$,IFCLABEL('Ada'),$)")
  expect(made.toString()).not.toContain("Plug-in")
  expect(made.toString()).toMatch(/IFCPRESENTATIONLAYERASSIGNMENT\('W\\X2\\00E4\\X0\\nde',\$,\(#\d+\),'[-\da-f]{36}'\)/)
})

test.each([
  ["Microns", 1e-6],
  ["Millimeters", 1e-3],
  ["Centimeters", 0.01],
  ["Meters", 1],
  ["Kilometers", 1000],
  ["Inches", 0.0254],
  ["Feet", 0.3048],
  ["Yards", 0.9144],
  ["Miles", 1609.344],
  ["NauticalMiles", 1852],
  ["PrinterPoints", 0.0254 / 72]
] as const)("a box in %s is as large as it is, far from the origin", async (unit, metres) => {
  const low = [5_000_000.25, -3_000_000.5, 100.125] as const
  const high = [5_000_001.5, -2_999_998.25, 103.25] as const
  const bytes = file(unit, (made) => made.objects().addMesh(box(low, high), attributes()))
  const { bytes: made, warnings } = await converted(bytes)
  expect(warnings).toEqual([])
  const inMetres = (of: ReadonlyArray<number>) => of.map((part) => part * metres)
  expectBox(only(await drawn(made)), inMetres(low), inMetres(high), 1.25 * 2.25 * 3.125 * metres ** 3)
})

test.each(["None", "CustomUnits", "Unset"] as const)(
  "the unit %s is replaced by the metre, with a warning",
  async (unit) => {
    const bytes = file(unit, (made) => made.objects().addMesh(box([0, 0, 0], [1, 1, 1]), attributes()))
    const { bytes: made, warnings } = await converted(bytes)
    expect(warnings).toEqual(["The file has no known unit of length, so it was read in metres"])
    expectBox(only(await drawn(made)), [0, 0, 0], [1, 1, 1], 1)
  }
)

describe("blocks", () => {
  const [c, s] = [Math.cos(0.3), Math.sin(0.3)]
  /** Returns the box from 1, 2, 3 to 2, 4, 6 after a matrix was applied to it. */
  const expected = (rows: ReadonlyArray<number>) => {
    const points = Array.from({ length: 8 }, (_, i) => {
      const [x, y, z] = [i & 1 ? 2 : 1, i & 2 ? 4 : 2, i & 4 ? 6 : 3]
      return [0, 4, 8].map((r) => rows[r]! * x + rows[r + 1]! * y + rows[r + 2]! * z + rows[r + 3]!)
    })
    return [Math.min, Math.max].map((of) => [0, 1, 2].map((i) => of(...points.map((point) => point[i]!))))
  }
  const maps: ReadonlyArray<readonly [string, ReadonlyArray<number>, number]> = [
    ["moved far", [1, 0, 0, 4e6, 0, 1, 0, -3e6, 0, 0, 1, 5], 1],
    ["turned", [c, -s, 0, 1, s, c, 0, 2, 0, 0, 1, 3], 1],
    ["scaled", [2, 0, 0, 1, 0, 2, 0, 2, 0, 0, 2, 3], 8],
    ["stretched and turned", [2 * c, -3 * s, 0, 1, 2 * s, 3 * c, 0, 2, 0, 0, 4, 3], 24],
    ["mirrored", [-1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3], 1],
    ["mirrored and stretched", [1, 0, 0, 1, 0, 2, 0, 2, 0, 0, -3, 3], 6],
    ["sheared", [1, 0.5, 0, 4e6, 0, 1, 0, 2, 0, 0, 1, 3], 1],
    ["sheared and mirrored", [1, 0.5, 0, 1, 0, 1, 0, 2, 0, 0, -1, 3], 1]
  ]
  const unitBox = () => box([1, 2, 3], [2, 4, 6])

  test.each(maps)("a block that is %s", async (_, rows, scale) => {
    const bytes = file("Meters", (made) => {
      const id = define(made, "Stühle", [[unitBox()]])
      made.objects().add(instance(id, rows), attributes({ texts: { a: "b" } }))
    })
    const { bytes: made, content, report } = await converted(bytes)
    expect(report.products).toEqual({ IfcBuildingElementProxy: 1 })
    expect(content.texts[content.products.nameText[0]!]).toBe("Stühle")
    expect(Object.keys(cellsOf(content)).sort()).toEqual(["Rhino.Block", "Rhino.Layer", "UserText.a"])
    const [low, high] = expected(rows)
    expectBox(only(await drawn(made)), low!, high!, 6 * scale)
  })

  test.each(maps)("a nested block that is %s", async (_, rows, scale) => {
    const outer = [c, -s, 0, 10, s, c, 0, 20, 0, 0, 1, 30]
    const bytes = file("Meters", (made) => {
      const inner = define(made, "Inner", [[unitBox()]])
      const id = define(made, "Outer", [[instance(inner, rows)]])
      made.objects().add(instance(id, outer), attributes())
    })
    const { bytes: made } = await converted(bytes)
    const all = [0, 4, 8].flatMap((r) =>
      [0, 1, 2, 3].map(
        (k) => [0, 1, 2].reduce((sum, i) => sum + outer[r + i]! * rows[4 * i + k]!, 0) + (k === 3 ? outer[r + 3]! : 0)
      )
    )
    const [low, high] = expected(all)
    expectBox(only(await drawn(made)), low!, high!, 6 * scale)
  })

  test("repeated definitions are written once, and their parts are no products", async () => {
    const bytes = file("Meters", (made) => {
      const inner = define(made, "Inner", [[unitBox()], [box([5, 5, 5], [6, 6, 6])]])
      const moved = (x: number) => [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0]
      const outer = define(made, "Outer", [
        [instance(inner, moved(0))],
        [instance(inner, moved(10))],
        [box([9, 9, 9], [10, 10, 10])]
      ])
      for (let i = 0; i < 20; i++) made.objects().add(instance(outer, moved(100 * i)), attributes())
    })
    const { bytes: made, report } = await converted(bytes)
    expect(report.products).toEqual({ IfcBuildingElementProxy: 20 })
    expect(made.toString().match(/IFCTRIANGULATEDFACESET/g)).toHaveLength(3)
    for (const { volume } of (await drawn(made)).values()) expect(volume).toBeCloseTo(15, 4)
  })

  test("a missing or empty definition has no shape", async () => {
    const bytes = file("Meters", (made) => {
      const line = new rhino.LineCurve([0, 0, 0], [1, 1, 1])
      const empty = define(made, "Lines", [[line]])
      const rows = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
      made.objects().add(instance(empty, rows), attributes())
      made.objects().add(instance("b3b8a0d5-5a4e-4cf1-8e26-5e1a35a2ff42", rows), attributes())
    })
    const { warnings } = await converted(bytes)
    expect(warnings).toEqual(["Objects without a mesh in the file have no shape: 2 Block"])
  })
})

test("colors come from the object, its layer, or the block that it is part of", async () => {
  const rows = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
  const bytes = file("Meters", (made) => {
    const red = layer(made, "Red", [255, 0, 0])
    const cube = () => box([0, 0, 0], [1, 1, 1])
    const inner = define(made, "Inner", [
      [cube(), { isByParent: true }],
      [cube(), { color: [0, 0, 255] }]
    ])
    const outer = define(made, "Outer", [[instance(inner, rows), { isByParent: true }]])
    made.objects().addMesh(cube(), attributes({ layer: red }))
    made.objects().addMesh(cube(), attributes({ layer: red, color: [0, 255, 0] }))
    made.objects().add(instance(outer, rows), attributes({ color: [255, 255, 0] }))
    made.objects().add(instance(outer, rows), attributes({ color: [0, 255, 255] }))
  })
  const { bytes: made } = await converted(bytes)
  const colors = [...(await drawn(made)).values()].map(({ colors }) => colors.toSorted())
  expect(colors).toEqual([["255,0,0"], ["0,255,0"], ["0,0,255", "255,255,0"], ["0,0,255", "0,255,255"]])
})

test("meshes saved with breps and extrusions are their shapes; objects without one are reported", async () => {
  const bytes = file("Meters", (made) => {
    const brep = rhino.Brep.createFromBoundingBox(new rhino.BoundingBox([0, 0, 0], [1, 1, 1]))
    const { Render } = rhino.MeshType
    // The type declarations of the library have the parameters in the opposite order.
    for (const [i, mesh] of [box([0, 0, 0], [1, 1, 0.5]), box([0, 0, 0.5], [1, 1, 1])].entries()) {
      brep
        .faces()
        .get(i)
        .setMesh(mesh as never, Render as never)
    }
    made.objects().addBrep(brep, attributes())
    const extrusion = rhino.Extrusion.create(new rhino.Circle(1).toNurbsCurve(), 1, true)
    extrusion.setMesh(box([0, 0, 0], [1, 1, 1]), Render)
    made.objects().addExtrusion(extrusion, attributes())
    made.objects().addBrep(rhino.Brep.createFromBoundingBox(new rhino.BoundingBox([0, 0, 0], [1, 1, 1])), attributes())
    made.objects().addPoint([1, 2, 3], attributes())
    made.objects().addPoint([1, 2, 3], attributes())
    const flat = new rhino.Mesh()
    flat.vertices().add(0, 0, 0)
    flat.vertices().add(1, 0, 0)
    flat.vertices().add(Number.NaN, 0, 0)
    flat.faces().addTriFace(0, 1, 2)
    flat.faces().addTriFace(0, 1, 1)
    made.objects().addMesh(flat, attributes())
  })
  const { bytes: made, content, warnings } = await converted(bytes)
  expect(warnings).toEqual(["Objects without a mesh in the file have no shape: 1 Brep, 2 Point, 1 Mesh"])
  const kinds = Array.from(content.products.objectTypeText, (at) => content.texts[at])
  expect(kinds).toEqual(["Brep", "Extrusion", "Brep", "Point", "Point", "Mesh"])
  const all = await drawn(made)
  expect(all.size).toBe(2)
  for (const of of all.values()) expectBox(of, [0, 0, 0], [1, 1, 1], 1)
})

test("an empty document is a building without content", async () => {
  const { report } = await converted(file("Meters", () => {}))
  expect(report.products).toEqual({})
})

test("the same file gives the same bytes; if one object changes, the others keep their GlobalIds", async () => {
  const bytes = file("Meters", (made) => {
    for (let i = 0; i < 3; i++) made.objects().addMesh(box([i, 0, 0], [i + 1, 1, 1]), attributes({ texts: { a: "b" } }))
  })
  const first = await converted(bytes)
  expect((await converted(bytes)).bytes.equals(first.bytes)).toBe(true)

  const opened = rhino.File3dm.fromByteArray(bytes)
  opened.objects().get(1).geometry().translate([10, 0, 0])
  opened.objects().addMesh(box([0, 0, 0], [1, 1, 1]), attributes())
  const second = await converted(opened.toByteArray())
  expect(second.content.products.guid.slice(0, 3)).toEqual([...first.content.products.guid])
  expect(second.content.locations).toEqual(first.content.locations)
  const [before, after] = [await drawn(first.bytes), await drawn(second.bytes)]
  const moved = first.content.products.guid.filter((guid) => before.get(guid)!.low[0] !== after.get(guid)!.low[0])
  expect(moved).toEqual([first.content.products.guid[1]!])
})

test("edits are written into the exported IFC file", async () => {
  const bytes = file("Meters", (made) => {
    for (let i = 0; i < 3; i++) made.objects().addMesh(box([i, 0, 0], [i + 1, 1, 1]), attributes({ texts: { a: "b" } }))
  })
  const { bytes: made, content } = await converted(bytes)
  const [one, two] = content.products.guid as unknown as [string, string]
  const now = { value: "now", type: "String", quantity: false, unit: null } as const
  const edits = [
    { kind: "Property", guid: one, set: "UserText", name: "a", now },
    { kind: "Property", guid: one, set: "Rhino", name: "Layer", now },
    { kind: "Deleted", guid: two }
  ] as const
  const library = { materials: new Map(), codes: new Map(), locations: new Map(), definitions: new Map() }
  const source = { version: "1", publishedAt: 1_700_000_000_000 }
  const { pieces, report } = Either.getOrThrow(patchModel(made, edits, library, source))
  expect(report.notApplied).toEqual([])
  const patched = Buffer.concat([...pieces])
  expect([...integrityOf(patched)]).toEqual([])
  const { content: edited } = Either.getOrThrow(readModel(patched))
  expect(edited.products.guid).toHaveLength(2)
  expect(cellsOf(edited)["UserText.a"]?.value).toBe("now")
  expect(cellsOf(edited)["Rhino.Layer"]?.value).toBe("now")
  expect(cellsOf(edited, 1)["UserText.a"]?.value).toBe("b")
  expect((await drawn(patched)).size).toBe(2)
})

describe("refused files", () => {
  const good = file("Meters", (made) => made.objects().addMesh(box([0, 0, 0], [1, 1, 1]), attributes()))
  const refused = async (bytes: Uint8Array, most?: Limits) => {
    const { code, reason } = Either.getOrThrow(Either.flip(await attempt(bytes, most)))
    return { code, reason }
  }

  test.each([
    ["nothing", new Uint8Array(0)],
    ["another format", Buffer.from("ISO-10303-21;")],
    ["the first bytes alone", Buffer.from("3D Geometry File Format        8")],
    ["half of a file", good.slice(0, good.length / 2)],
    ["all but the last hundred bytes", good.slice(0, -100)]
  ])("%s", async (_, bytes) => {
    const reason = expect.stringContaining("The file is damaged, cut short, or no 3DM file of Rhino")
    expect(await refused(bytes)).toEqual({ code: "InvalidModelFile", reason })
  })

  test("a file with a changed byte is read, or refused with InvalidModelFile", async () => {
    const count = volume(5, 20)
    for (let i = 1; i <= count; i++) {
      const bytes = good.slice()
      bytes[Math.floor((i * bytes.length) / (count + 1))]! ^= 0xff
      const made = await attempt(bytes)
      if (Either.isLeft(made)) expect(made.left.code).toBe("InvalidModelFile")
      else expect([...integrityOf(made.right.bytes)]).toEqual([])
    }
  })

  /** Blocks on several levels, each with ten instances of the block of the next level. The last one contains a box. */
  const bomb = (levels: number, members = 10) =>
    file("Meters", (made) => {
      const rows = (i: number) => [1, 0, 0, i, 0, 1, 0, 0, 0, 0, 1, 0]
      let id = define(made, "0", [[box([0, 0, 0], [1, 1, 1])]])
      for (let level = 1; level < levels; level++) {
        id = define(
          made,
          String(level),
          Array.from({ length: members }, (_, i) => [instance(id, rows(i))] as const)
        )
      }
      made.objects().add(instance(id, rows(0)), attributes())
    })

  test.each([
    ["objects", bomb(3), { parts: 99 }, "99 objects, those of blocks once per instance."],
    ["drawn triangles", bomb(3), { drawn: 1199 }, "1,199 triangles, those of blocks once per instance."],
    ["written triangles", good, { written: 11 }, "11 triangles, those of a block once."],
    ["levels", bomb(4, 1), { depth: 3 }, "3 levels of nested blocks."]
  ])("more %s than may be", async (_, bytes, most, told) => {
    const reason = `A Rhino file has at most ${told}`
    expect(await refused(bytes, { ...limits, ...most })).toEqual({ code: "ResourceLimit", reason })
  })

  test("a file at the limits is read", async () => {
    const most = { parts: 100, drawn: 1200, written: 12, depth: 3 }
    expect(Either.isRight(await attempt(bomb(3), most))).toBe(true)
  })

  test("blocks that amount to 2^60 objects are refused without counting them", async () => {
    const { reason } = await refused(bomb(60))
    expect(reason).toContain("at most 1,000,000 objects")
  })
})

describe.each(["mesh.3dm", "object_UserStrings.3dm"])("%s", (name) => {
  const path = join(models, name)
  const told = existsSync(path) ? "" : " (absent from MODELS_DIR)"
  test.skipIf(!existsSync(path))(`is read as it is${told}`, async () => {
    const bytes = readFileSync(path)
    const { bytes: made, content } = await converted(bytes)
    const objects = rhino.File3dm.fromByteArray(bytes).objects()
    expect(content.products.guid).toEqual([fromUuid(objects.get(0).attributes().id)])
    const all = await drawn(made)
    if (name === "mesh.3dm") {
      const { max, min } = objects.getBoundingBox()
      const { high, low } = only(all)
      for (let i = 0; i < 3; i++) {
        expect(low[i]).toBeCloseTo(min[i]! / 1000, 9)
        expect(high[i]).toBeCloseTo(max[i]! / 1000, 9)
      }
    } else expect(cellsOf(content)["UserText.secondKey"]?.value).toBe("a value")
  })
})
