import { limits } from "../../../src/domain/Limits.ts"
import { JobRefused } from "../../../src/ports/Computation.ts"
import type { Document, DocumentObject } from "./Document.ts"
import { type Limits, refuse } from "./Limits.ts"
import type { Matrix } from "./Matrix.ts"

/** A block definition with its content. */
export interface Block {
  readonly name: string
  /** Positions in the document of the objects that have triangles. */
  readonly shapes: ReadonlyArray<{ readonly at: number; readonly color: DocumentObject["color"] }>
  readonly blocks: ReadonlyArray<NestedBlock>
  /** The number of objects on all levels. */
  readonly parts: number
  readonly triangles: number
  /** The number of levels. */
  readonly depth: number
  /** Whether any part of the block has the color of the block instance. */
  readonly inherits: boolean
}

interface NestedBlock {
  readonly block: Block
  readonly matrix: Matrix
  readonly color: DocumentObject["color"]
}

type Source = Pick<Document, "countTriangles" | "definitions" | "memberAt" | "object">

/**
 * Returns a function that returns the block of a definition id, or null if the file has no such definition. Each block
 * is evaluated once.
 *
 * The function throws `JobRefused`: InvalidModelFile if a block contains itself, ResourceLimit if blocks are nested too
 * deeply.
 */
export const blocksOf = (document: Source, { depth: deepest }: Limits): ((definition: string) => Block | null) => {
  const known = new Map<string, Block>()
  const open = new Set<string>()

  const make = (id: string, name: string, members: ReadonlyArray<string>): Block => {
    const shapes: Array<Block["shapes"][number]> = []
    const blocks: Array<NestedBlock> = []
    let [parts, triangles, depth, inherits] = [0, 0, 0, false]
    open.add(id)
    for (const member of members) {
      const at = document.memberAt(member)
      if (at === undefined) continue
      const { color, stands } = document.object(at)
      const count = stands === null ? document.countTriangles(at) : 0
      if (count > 0) {
        shapes.push({ at, color })
        parts += 1
        triangles += count
        inherits ||= color === "Parent"
      }
      const block = stands === null ? null : blockOf(stands.definition)
      if (stands !== null && block !== null && block.parts > 0) {
        blocks.push({ block, matrix: stands.matrix, color })
        parts += block.parts
        triangles += block.triangles
        depth = Math.max(depth, block.depth)
        inherits ||= color === "Parent" && block.inherits
      }
    }
    open.delete(id)
    return { name, shapes, blocks, parts, triangles, depth: depth + 1, inherits }
  }

  const blockOf = (id: string): Block | null => {
    const found = known.get(id)
    if (found !== undefined) return found
    const definition = document.definitions.get(id)
    if (definition === undefined) return null
    if (open.has(id)) {
      const reason = `The block '${definition.name.slice(0, 64)}' is part of itself`
      throw new JobRefused({ code: "InvalidModelFile", reason })
    }
    if (open.size >= deepest) refuse(limits.blockLevelsOfRhino, deepest)
    const block = make(id, definition.name, definition.members)
    if (block.depth > deepest) refuse(limits.blockLevelsOfRhino, deepest)
    known.set(id, block)
    return block
  }
  return blockOf
}
