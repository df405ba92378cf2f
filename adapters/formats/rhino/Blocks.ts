import { JobRefused } from "../../../src/ports/Computation.ts"
import type { Document, DocumentObject } from "./Document.ts"
import { type Limits, refuse } from "./Limits.ts"
import type { Matrix } from "./Matrix.ts"

/** A definition with all that is in it. */
export interface Block {
  readonly name: string
  /** Places of objects that have triangles. */
  readonly shapes: ReadonlyArray<{ readonly at: number; readonly color: DocumentObject["color"] }>
  readonly blocks: ReadonlyArray<NestedBlock>
  /** Of all levels together. */
  readonly parts: number
  readonly triangles: number
  /** How many levels there are. */
  readonly depth: number
  /** Whether the color of where it stands is that of something in it. */
  readonly inherits: boolean
}

interface NestedBlock {
  readonly block: Block
  readonly matrix: Matrix
  readonly color: DocumentObject["color"]
}

type Source = Pick<Document, "countTriangles" | "definitions" | "memberAt" | "object">

/**
 * Blocks of a document by the ids of their definitions, each looked at once; null: no such definition is in the file.
 *
 * Fails: throws `JobRefused`: with InvalidModelFile where a block is part of itself, with ResourceLimit where they are
 * nested deeper than may be.
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
    if (open.size >= deepest) refuse(deepest, "levels of blocks in one another")
    const block = make(id, definition.name, definition.members)
    if (block.depth > deepest) refuse(deepest, "levels of blocks in one another")
    known.set(id, block)
    return block
  }
  return blockOf
}
