import { guid } from "./Imports.ts"

const encoder = new TextEncoder()

/** Returns an IFC file of a schema with a project in metres as #1, followed by these instances, one per line. */
export const madeIfc = (schema: string, lines: ReadonlyArray<string>): Uint8Array =>
  encoder.encode(
    [
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');",
      "FILE_NAME('m.ifc','2026-01-01T00:00:00',(''),(''),'','','');",
      `FILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;`,
      "#2=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#3=IFCUNITASSIGNMENT((#2));",
      `#1=IFCPROJECT('${guid("MadeProject")}',$,'Made',$,$,$,$,$,#3);`,
      ...lines,
      "ENDSEC;\nEND-ISO-10303-21;\n"
    ].join("\n")
  )

/** `whole` is made of `parts`, as the line `#id`. */
export const aggregates = (id: number, whole: number, parts: ReadonlyArray<number>): string =>
  `#${id}=IFCRELAGGREGATES('${guid(`MadeRel${id}x`)}',$,$,$,#${whole},(${parts.map((part) => `#${part}`).join()}));`

/** The products are in the location, as the line `#id`. */
export const contains = (id: number, location: number, products: ReadonlyArray<number>): string =>
  `#${id}=IFCRELCONTAINEDINSPATIALSTRUCTURE('${guid(`MadeIn${id}x`)}',$,$,$,(${products.map((one) => `#${one}`).join()}),#${location});`

/** A proxy of this name, as the line `#id`; its GlobalId is derived from its name. */
export const proxy = (id: number, name: string): string =>
  `#${id}=IFCBUILDINGELEMENTPROXY('${guid(name)}',$,'${name}',$,$,$,$,$,$);`

/**
 * An instance of a spatial class whose attributes after Representation are `rest`; its GlobalId is derived from its
 * name.
 */
export const place = (id: number, className: string, name: string, rest = "$,.ELEMENT.,$"): string =>
  `#${id}=${className.toUpperCase()}('${guid(name)}',$,'${name}',$,$,$,$,${rest});`
