import type { IfcFile } from "./IfcFile.ts"

/**
 * What relations of one kind associate with each object, by row of the object: the rows in the order of the relations.
 */
export const associationsOf = (file: IfcFile, relation: string): ReadonlyMap<number, ReadonlyArray<number>> => {
  const all = new Map<number, Array<number>>()
  const read = file.reader()
  for (const row of file.rowsOf(relation)) {
    if (!read.openRow(row)) continue
    const associated = read.row(5)
    if (associated < 0) {
      file.log.count(`${relation} that names nothing of the file`, `#${file.idOf(row)}`)
      continue
    }
    read.references(4, (id) => {
      const object = file.rowOf(id)
      if (object < 0) return
      const list = all.getOrInsertComputed(object, () => [])
      if (list.length < 1000 && !list.includes(associated)) list.push(associated)
    })
  }
  return all
}
