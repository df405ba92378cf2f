import { smallBytes } from "../answer/QueryCost.ts"
import type { ProjectRequest } from "./ProjectAnswer.ts"

/** An estimate of a cell of a row, or of a key or measure of a group, as JSON, in bytes. */
const bytesOfCell = 120

const bytesOfRow = (request: ProjectRequest): number => {
  switch (request.kind) {
    case "ProjectRows":
      return request.fields.reduce((sum, name) => sum + name.length + bytesOfCell, 0)
    case "ProjectFields":
      return 0
    case "Groups":
      return (request.groupBy.length + request.measures.length) * bytesOfCell
  }
}

/** Returns an estimate of the size of an answer's JSON in bytes, with a margin. `count` is the number of products. */
export const expectedBytes = (count: number, request: ProjectRequest): number =>
  smallBytes + Math.min(count, request.pageSize) * bytesOfRow(request)
