const encoder = new TextEncoder()

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"

/** A GlobalId for a number: 22 characters, the first of 0 to 3. */
const globalId = (n: number): string => {
  let text = ""
  for (let rest = n, i = 0; i < 21; i++, rest = Math.floor(rest / 64)) text = alphabet[rest % 64]! + text
  return `1${text}`
}

/** An IFC4 file with this many walls, each with a property set: about 500 bytes a wall. */
export const largeModel = (walls: number): Uint8Array => {
  const lines = [
    "ISO-10303-21;",
    "HEADER;",
    "FILE_DESCRIPTION((''),'2;1');",
    "FILE_NAME('walls.ifc','2026-01-01T00:00:00',(''),(''),'','','');",
    "FILE_SCHEMA(('IFC4'));",
    "ENDSEC;",
    "DATA;",
    `#1=IFCPROJECT('${globalId(1)}',$,'Walls',$,$,$,$,$,$);`
  ]
  for (let i = 0; i < walls; i++) {
    const id = 10 + i * 5
    lines.push(
      `#${id}=IFCWALL('${globalId(id)}',$,'Wall ${i}',$,$,$,$,$,.SOLIDWALL.);`,
      `#${id + 1}=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('EI ${i % 120}'),$);`,
      `#${id + 2}=IFCPROPERTYSINGLEVALUE('Mark',$,IFCIDENTIFIER('W-${i}'),$);`,
      `#${id + 3}=IFCPROPERTYSET('${globalId(id + 3)}',$,'Pset_WallCommon',$,(#${id + 1},#${id + 2}));`,
      `#${id + 4}=IFCRELDEFINESBYPROPERTIES('${globalId(id + 4)}',$,$,$,(#${id}),#${id + 3});`
    )
  }
  lines.push("ENDSEC;", "END-ISO-10303-21;", "")
  return encoder.encode(lines.join("\n"))
}
