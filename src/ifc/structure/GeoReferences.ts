import type { GeoReference, MapPosition, SitePosition } from "../../domain/models/Coordinates.ts"
import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import { StepArguments } from "../step/StepArguments.ts"
import { siUnitOf } from "../units/SiUnits.ts"
import type { Units } from "../units/Units.ts"

/** Returns a number without the noise of its last digits. */
const rounded = (value: number): number => Number(value.toPrecision(15)) + 0

const numberOrNull = (value: number): number | null => (Number.isFinite(value) ? rounded(value) : null)

/**
 * Returns an IfcCompoundPlaneAngleMeasure (degrees, minutes, seconds and millionths of a second, all of one sign) in
 * degrees, or null if it is none or more than `most`.
 */
const degrees = (file: IfcFile, read: InstanceReader, argument: number, most: number): number | null => {
  const parts = new StepArguments(file.bytes)
  if (read.kind(argument) !== "list" || !parts.open(read.start(argument), read.end(argument))) return null
  const [whole, minutes, seconds, millionths = 0] = Array.from({ length: Math.min(parts.count, 4) }, (_, i) =>
    parts.number(i)
  )
  if (whole === undefined || minutes === undefined || seconds === undefined) return null
  // Some programs write the sign at the first part alone.
  const sign = [whole, minutes, seconds, millionths].some((part) => part < 0) ? -1 : 1
  const size = Math.abs(whole) + Math.abs(minutes) / 60 + (Math.abs(seconds) + Math.abs(millionths) / 1_000_000) / 3600
  return size <= most ? rounded(sign * size) : null
}

/** Returns the position of the first site that has one. Source: IFC 4.3, IfcSite. */
const siteOf = (file: IfcFile, metre: number): SitePosition | null => {
  const read = file.reader()
  for (const row of file.rowsOf("IfcSite")) {
    if (!read.openRow(row)) continue
    const { attributes } = file.classOf(row)
    const latitude = degrees(file, read, attributes.indexOf("RefLatitude"), 90)
    const longitude = degrees(file, read, attributes.indexOf("RefLongitude"), 180)
    if (latitude === null || longitude === null) continue
    const elevation = numberOrNull(read.number(attributes.indexOf("RefElevation")) * metre)
    return { latitude, longitude, elevation }
  }
  return null
}

/** The numbers of an IfcMapConversion, in the order of its attributes, as the file writes them; NaN for none. */
interface Conversion {
  readonly crs: string | null
  readonly numbers: ReadonlyArray<number>
  /** Metres in the unit of the map. */
  readonly metre: number
}

const names = ["Eastings", "Northings", "OrthogonalHeight", "XAxisAbscissa", "XAxisOrdinate", "Scale"]

/**
 * Returns the scale for lengths in metres. The scale of the file is for lengths in the units of the model and of the map.
 * Many files write 1 where these differ, and mean that the lengths are equal.
 */
const scaleOf = (written: number, modelMetre: number, mapMetre: number): number =>
  !(written > 0) || written === 1 ? 1 : rounded((written * mapMetre) / modelMetre)

const positionOf = ({ crs, metre, numbers }: Conversion, modelMetre: number): MapPosition | null => {
  const [eastings, northings, height, abscissa, ordinate, scale] = numbers.map(numberOrNull)
  if (eastings == null || northings == null) return null
  const inMetres = (value: number) => rounded(value * metre)
  return {
    crs,
    eastings: inMetres(eastings),
    northings: inMetres(northings),
    height: height == null ? null : inMetres(height),
    rotationDegrees: rounded((Math.atan2(ordinate ?? 0, abscissa ?? 1) * 180) / Math.PI),
    scale: scaleOf(scale ?? 1, modelMetre, metre)
  }
}

/** Reads the first IfcMapConversion. Source: IFC 4.3, IfcMapConversion, IfcProjectedCRS. */
const conversionOf = (file: IfcFile, units: Units, modelMetre: number): Conversion | null => {
  const read = file.reader()
  for (const row of file.rowsOf("IfcMapConversion")) {
    if (!read.openRow(row)) continue
    const numbers = names.map((_, i) => read.number(2 + i))
    const target = read.row(1)
    if (target < 0 || !read.openRow(target)) return { crs: null, numbers, metre: modelMetre }
    const name = read.onceString(0)
    const unit = file.is(target, "IfcProjectedCRS") ? units.lengthOf(read.row(6)) : null
    return { crs: name === null ? null : file.texts.cutName(name), numbers, metre: unit ?? modelMetre }
  }
  return null
}

/** Returns the names and values of the properties of the first property set of this name. */
const propertiesOf = (file: IfcFile, set: string): ReadonlyMap<string, readonly [number, string | null]> => {
  const read = file.reader()
  const found = new Map<string, readonly [number, string | null]>()
  for (const row of file.rowsOf("IfcPropertySet")) {
    if (!read.openRow(row) || read.onceString(2)?.toLowerCase() !== set) continue
    const rows: Array<number> = []
    read.references(4, (id) => rows.push(file.rowOf(id)))
    for (const property of rows) {
      if (!file.is(property, "IfcPropertySingleValue") || !read.openRow(property)) continue
      found.set(read.onceString(0) ?? "", [read.number(2), read.onceString(2)])
    }
    break
  }
  return found
}

/** Returns the metres in a unit of length that a text names; null if it names none. */
const lengthNamed = (name: string): number | null => {
  const unit = siUnitOf({ kind: "", name, toSi: 1, offset: 0 })
  return unit?.name === "Metre" ? unit.convert(1) : null
}

/**
 * Reads the property sets in which IFC2X3 files contain the data of IfcMapConversion. Source: buildingSMART, user guide
 * for geo-referencing in IFC. Returns null if they name a map unit that is not a known unit of length.
 */
const agreedConversionOf = (file: IfcFile, modelMetre: number): Conversion | null => {
  const values = propertiesOf(file, "epset_mapconversion")
  if (values.size === 0) return null
  const projected = propertiesOf(file, "epset_projectedcrs")
  const textOf = (name: string) => projected.get(name)?.[1] || null
  const [crs, unit] = [textOf("Name"), textOf("MapUnit")]
  const metre = unit === null ? modelMetre : lengthNamed(unit)
  if (metre === null) return null
  return {
    crs: crs === null ? null : file.texts.cutName(crs),
    numbers: names.map((name) => values.get(name)?.[0] ?? Number.NaN),
    metre
  }
}

/** Returns where the file says that its model is, in degrees and metres. */
export const geoReferenceOf = (file: IfcFile, units: Units): GeoReference => {
  const metre = units.units[units.ofKind("LENGTHUNIT")]?.toSi ?? 1
  const conversion = file.schema.name === "IFC2X3" ? agreedConversionOf(file, metre) : conversionOf(file, units, metre)
  return { site: siteOf(file, metre), map: conversion === null ? null : positionOf(conversion, metre) }
}
