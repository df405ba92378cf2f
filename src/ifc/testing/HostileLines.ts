import { bytesOf, guid, project, stepFile } from "./SmallFile.ts"

/**
 * Files whose parts are proportional to `n`, and whose structure could make a reader do more than proportional work.
 */
export type HostileFile = (n: number) => Uint8Array

export const times = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join("")
export const list = (n: number, item: (i: number) => string): string =>
  `(${Array.from({ length: n }, (_, i) => item(i)).join()})`
/** `(#5,#6,…)` */
export const references = (n: number, from: number): string => list(n, (i) => `#${from + i}`)

/** Numbers of instances begin far apart for each kind of them. */
export const million = (kind: number, i = 0): number => kind * 1_000_000 + i
export const wall = (i: number): string => `#${million(1, i)}=IFCWALL('${guid(100 + i)}',$,'W${i}',$,$,$,$,$,$);\n`
export const walls = (n: number): string => times(n, wall)
export const space = (i: number): string =>
  `#${million(1, i)}=IFCSPACE('${guid(100 + i)}',$,'S${i}',$,$,$,$,$,$,$,$);\n`
export const single = (id: number, name: string, value = "IFCREAL(1.)", unit = "$"): string =>
  `#${id}=IFCPROPERTYSINGLEVALUE('${name}',$,${value},${unit});\n`
export const set = (id: number, name: string, members: string): string =>
  `#${id}=IFCPROPERTYSET('${guid(id)}',$,'${name}',$,${members});\n`
export const holds = (id: number, objects: string, definition: string): string =>
  `#${id}=IFCRELDEFINESBYPROPERTIES('${guid(id)}',$,$,$,${objects},${definition});\n`
/** A wall with these properties. */
export const wallOf = (members: string): string => walls(1) + set(8, "S", members) + holds(7, "(#1000000)", "#8")
/** Returns lines of products that all have the same properties. */
export const sharing = (products: number, properties: number, product = wall): string =>
  times(products, product) +
  times(properties, (i) => single(million(3, i), `P${i}`)) +
  set(8, "S", references(properties, million(3))) +
  holds(7, references(products, million(1)), "#8")
/** A classification of this many codes, which begin at `million(3)`. */
export const codes = (n: number): string =>
  "#6=IFCCLASSIFICATION($,$,$,'N',$,$,$);\n" +
  times(n, (i) => `#${million(3, i)}=IFCCLASSIFICATIONREFERENCE($,'C${i}',$,#6,$,$);\n`)
export const typed = (id: number, objects: string, type: number): string =>
  `#${id}=IFCRELDEFINESBYTYPE('${guid(id)}',$,$,$,${objects},#${type});\n`
export const wallType = (id: number, sets: string): string =>
  `#${id}=IFCWALLTYPE('${guid(id)}',$,'T',$,$,${sets},$,$,$,.STANDARD.);\n`
export const associated = (id: number, kind: string, objects: string, what: number): string =>
  `#${id}=IFCRELASSOCIATES${kind}('${guid(id)}',$,$,$,${objects},#${what});\n`

export const data = (lines: string): Uint8Array => bytesOf(stepFile(project() + lines))
/** Returns a file of schema IFC2X3 with these lines. */
export const older = (lines: string): Uint8Array => bytesOf(stepFile(project() + lines, "IFC2X3"))
/** A header in which the file ends. */
export const cut = (text: string): Uint8Array => bytesOf(`ISO-10303-21;\nHEADER;\n${text}`)
export const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))
