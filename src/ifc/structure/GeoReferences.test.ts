import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { existsSync } from "node:fs"
import { readModel } from "../ReadModel.ts"
import { names, pathOf } from "../testing/RealModels.ts"
import { bytesOf, guid, project, stepFile } from "../testing/SmallFile.ts"

const metre = "#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"
const millimetre = "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n"
const foot =
  "#3=IFCCONVERSIONBASEDUNIT(#5,.LENGTHUNIT.,'FOOT',#6);\n#5=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);\n" +
  "#6=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#7);\n#7=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"

const positionOf = (data: string, { schema = "IFC4", unit = metre } = {}) =>
  Either.getOrThrow(readModel(bytesOf(stepFile(project("#3") + unit + data, schema)))).position

const site = (position: string, id = 20) => `#${id}=IFCSITE('${guid(id)}',$,'S',$,$,$,$,$,.ELEMENT.,${position},$,$);\n`

describe("the position of a site", () => {
  test.each([
    ["(49,6,1,566000),(8,26,11,540400),110.", 49 + 6 / 60 + 1.566 / 3600, 8 + 26 / 60 + 11.5404 / 3600, 110],
    ["(-33,-51,-24),(151,12,\n40),$", -(33 + 51 / 60 + 24 / 3600), 151 + 12 / 60 + 40 / 3600, null],
    ["(0,-7,-34,-450321),(0,0,0,1),-2.5", -(7 / 60 + 34.450321 / 3600), 1e-6 / 3600, -2.5],
    ["(-33,51,24),(-70,30,0,0),0.", -(33 + 51 / 60 + 24 / 3600), -70.5, 0]
  ])("%p", (written, latitude, longitude, elevation) => {
    const found = positionOf(site(written)).site!
    expect(found.latitude).toBeCloseTo(latitude, 10)
    expect(found.longitude).toBeCloseTo(longitude, 10)
    expect(found.elevation).toBe(elevation)
  })

  test("its elevation is in the unit of length of the file", () => {
    expect(positionOf(site("(1,0,0),(2,0,0),20000."), { unit: millimetre }).site!.elevation).toBe(20)
    expect(positionOf(site("(1,0,0),(2,0,0),10."), { unit: foot }).site!.elevation).toBe(3.048)
  })

  test.each([
    "$,$,0.",
    "(49,6,1),$,0.",
    "$,(49,6,1),0.",
    "(49),(8),0.",
    "(91,0,0),(8,0,0),0.",
    "(49,0,0),(181,0,0),0.",
    "(49,'x',0),(8,0,0),0.",
    "49.5,8.5,0."
  ])("%p is none", (written) => {
    expect(positionOf(site(written)).site).toBeNull()
  })

  test("of several sites the first that has one counts", () => {
    expect(
      positionOf(site("$,$,1.", 20) + site("(1,0,0),(2,0,0),3.", 21) + site("(4,0,0),(5,0,0),6.", 22)).site
    ).toEqual({
      latitude: 1,
      longitude: 2,
      elevation: 3
    })
  })
})

const conversion = (numbers: string, unit = "$") =>
  `#30=IFCPROJECTEDCRS('EPSG:25832','UTM zone 32N','ETRS89','DHHN2016','UTM','32',${unit});\n` +
  `#31=IFCMAPCONVERSION(#99,#30,${numbers});\n#99=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,$);\n`

describe("the position on a map", () => {
  test("moves, turns and scales the model", () => {
    expect(positionOf(conversion("458870.,5438232.5,110.25,0.8660254037844387,0.5,0.9996")).map).toEqual({
      crs: "EPSG:25832",
      eastings: 458_870,
      northings: 5_438_232.5,
      height: 110.25,
      rotationDegrees: 30,
      scale: 0.9996
    })
  })

  test("without direction and scale it only moves the model", () => {
    expect(positionOf(conversion("1.,2.,3.,$,$,$")).map).toMatchObject({ rotationDegrees: 0, scale: 1 })
  })

  test.each([
    ["1.,2.,3.,0.,1.,$", 90],
    ["1.,2.,3.,-1.,0.,$", 180],
    ["1.,2.,3.,1.,-1.,$", -45]
  ])("the axes of %s turn it by %d degrees", (numbers, turned) => {
    expect(positionOf(conversion(numbers)).map!.rotationDegrees).toBe(turned)
  })

  test("its lengths are in the unit of the map, else in that of the model", () => {
    const numbers = "1000.,2000.,3000.,1.,0.,$"
    expect(positionOf(conversion(numbers), { unit: millimetre }).map).toMatchObject({
      eastings: 1,
      northings: 2,
      height: 3
    })
    const ofMap = conversion(numbers, "#8") + "#8=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"
    expect(positionOf(ofMap, { unit: millimetre }).map).toMatchObject({ eastings: 1000, northings: 2000, height: 3000 })
  })

  test.each([
    ["0.001", 1],
    ["0.0009996", 0.9996],
    ["1.", 1],
    ["$", 1]
  ])("the scale %s from millimetres to metres is %d for lengths in metres", (scale, expected) => {
    const data = conversion(`1.,2.,3.,1.,0.,${scale}`, "#8") + "#8=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"
    expect(positionOf(data, { unit: millimetre }).map!.scale).toBe(expected)
  })

  test("a map conversion without eastings or northings is ignored, and one without height gives no height", () => {
    for (const numbers of ["$,2.,3.,$,$,$", "1.,$,3.,$,$,$"]) expect(positionOf(conversion(numbers)).map).toBeNull()
    expect(positionOf(conversion("1.,2.,$,$,$,$")).map!.height).toBeNull()
  })

  const value = (id: number, name: string, written: string) =>
    `#${id}=IFCPROPERTYSINGLEVALUE('${name}',$,${written},$);\n`

  test("in IFC2X3 it is read from the agreed property sets", () => {
    const data =
      `#40=IFCPROPERTYSET('${guid(40)}',$,'ePset_MapConversion',$,(#41,#42,#43,#44));\n` +
      value(41, "Eastings", "IFCLENGTHMEASURE(1000.)") +
      value(42, "Northings", "IFCLENGTHMEASURE(2000.)") +
      value(43, "XAxisAbscissa", "IFCREAL(0.)") +
      value(44, "XAxisOrdinate", "IFCREAL(1.)") +
      `#50=IFCPROPERTYSET('${guid(50)}',$,'ePSet_ProjectedCRS',$,(#51));\n` +
      value(51, "Name", "IFCLABEL('EPSG:28992')")
    const map = { crs: "EPSG:28992", eastings: 1, northings: 2, height: null, rotationDegrees: 90, scale: 1 }
    expect(positionOf(data, { schema: "IFC2X3", unit: millimetre }).map).toEqual(map)
    expect(positionOf(data, { unit: millimetre }).map).toBeNull()
  })

  test.each([
    ["METRE", { eastings: 1000, northings: 2000, scale: 1 }],
    ["foot", { eastings: 304.8, northings: 609.6, scale: 1 }],
    ["", { eastings: 1, northings: 2, scale: 1 }],
    ["square metre", null],
    ["something", null]
  ])("in IFC2X3 the property sets name the unit of the map: %p", (unit, expected) => {
    const data =
      `#40=IFCPROPERTYSET('${guid(40)}',$,'ePSet_MapConversion',$,(#41,#42));\n` +
      value(41, "Eastings", "IFCREAL(1000.)") +
      value(42, "Northings", "IFCREAL(2000.)") +
      `#50=IFCPROPERTYSET('${guid(50)}',$,'ePSet_ProjectedCRS',$,(#51));\n` +
      value(51, "MapUnit", `IFCLABEL('${unit}')`)
    const { map } = positionOf(data, { schema: "IFC2X3", unit: millimetre })
    if (expected === null) expect(map).toBeNull()
    else expect(map).toMatchObject(expected)
  })
})

/** Degrees, minutes, seconds and metres as the files write them; none of these files has a map conversion. */
const sites: Readonly<Record<(typeof names)[number], readonly [number, number, number] | null>> = {
  "AC20-FZK-Haus.ifc": [49 + 6 / 60 + 1.566 / 3600, 8 + 26 / 60 + 11.5404 / 3600, 110],
  "houten-kozijnen.ifc": [52 + 9 / 60, 5 + 23 / 60, 20],
  "mini-project.ifc": null,
  "SampleHouse.ifc": [51 + 30 / 60 + 0.549316 / 3600, -(7 / 60 + 34.450321 / 3600), 0],
  "LargeBuilding.ifc": [42 + 21 / 60 + 31.181945 / 3600, -(71 + 3 / 60 + 24.263305 / 3600), 0],
  "janesville-restaurant.ifc": [42 + 21 / 60 + 30.344238 / 3600, -(71 + 3 / 60 + 35.194702 / 3600), 0],
  "wall-door-column-4x3.ifc": [42 + 21 / 60 + 31.401672 / 3600, -(71 + 3 / 60 + 24.345703 / 3600), 0]
}

for (const name of names) {
  test.skipIf(!existsSync(pathOf(name)))(`${name} lies where its file says`, async () => {
    const { position } = Either.getOrThrow(readModel(await Bun.file(pathOf(name)).bytes()))
    expect(position.map).toBeNull()
    const expected = sites[name]
    expect(position.site === null).toBe(expected === null)
    const { elevation, latitude, longitude } = position.site ?? {}
    for (const [i, value] of [latitude, longitude, elevation].entries()) {
      if (expected !== null) expect(value).toBeCloseTo(expected[i]!, 10)
    }
  })
}
