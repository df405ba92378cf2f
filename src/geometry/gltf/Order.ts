/** Number of recent edges that the triangle codec can refer to. */
const remembered = 15
/** Most candidates examined when searching for the reversed edge. More occur only in degenerate meshes. */
const mostLooked = 16

const nextOf = (edge: number): number => (edge % 3 === 2 ? edge - 2 : edge + 1)

/**
 * Returns for each edge its twin, the same edge in the opposite direction, or -1 if there is none. An edge is
 * identified by the index of its first corner in `triangles`.
 */
const twinsOf = (triangles: Uint32Array): Int32Array => {
  const count = triangles.length
  const twins = new Int32Array(count).fill(-1)
  let size = 16
  while (size < count * 2) size *= 2
  const first = new Int32Array(size).fill(-1)
  const others = new Int32Array(count)
  const slotOf = (from: number, to: number): number => {
    const hash = Math.imul(from, 73_856_093) ^ Math.imul(to, 19_349_663)
    return Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d) & (size - 1)
  }
  for (let edge = 0; edge < count; edge++) {
    const [from, to] = [triangles[edge]!, triangles[nextOf(edge)]!]
    const back = slotOf(to, from)
    let before = -1
    let found = first[back]!
    let looked = 0
    while (found !== -1 && looked++ < mostLooked) {
      if (triangles[found] === to && triangles[nextOf(found)] === from) break
      before = found
      found = others[found]!
    }
    if (found === -1 || looked > mostLooked) {
      const slot = slotOf(from, to)
      others[edge] = first[slot]!
      first[slot] = edge
      continue
    }
    twins[edge] = found
    twins[found] = edge
    if (before === -1) first[back] = others[found]!
    else others[before] = others[found]!
  }
  return twins
}

/**
 * Reorders triangles so that each is adjacent to one of the latest before it if possible, preferring the most recent.
 * The triangle codec compresses this order best. The order depends only on the connectivity, so that equal geometry is
 * written equally, which also compresses well.
 *
 * Source: EXT_meshopt_compression, mode 1.
 */
export const inOrder = (triangles: Uint32Array): Uint32Array => {
  const twins = twinsOf(triangles)
  const isTaken = new Uint8Array(triangles.length / 3)
  const result = new Uint32Array(triangles.length)
  const edges = new Int32Array(remembered + 1).fill(-1)
  let pushed = 0
  let length = 0
  const take = (edge: number) => {
    isTaken[Math.floor(edge / 3)] = 1
    for (let corner = 0, at = edge; corner < 3; corner++, at = nextOf(at)) result[length++] = triangles[at]!
  }
  const push = (edge: number) => {
    edges[pushed++ % edges.length] = edge
  }
  const beside = (): number => {
    for (let i = 1; i <= remembered && i <= pushed; i++) {
      const twin = twins[edges[(pushed - i) % edges.length]!]!
      if (twin !== -1 && isTaken[Math.floor(twin / 3)] === 0) return twin
    }
    return -1
  }
  for (let start = 0; start < triangles.length; start += 3) {
    if (isTaken[start / 3] === 1) continue
    take(start)
    for (let corner = 0; corner < 3; corner++) push(start + corner)
    for (let edge = beside(); edge !== -1; edge = beside()) {
      take(edge)
      push(nextOf(edge))
      push(nextOf(nextOf(edge)))
    }
  }
  return result
}

/** Renumbers corners in the order in which triangles first use them; unused corners are dropped. */
export const byFirstUse = (
  triangles: Uint32Array,
  count: number
): { readonly corners: Uint32Array; readonly triangles: Uint32Array } => {
  const names = new Int32Array(count).fill(-1)
  const corners = new Uint32Array(count)
  let used = 0
  const named = triangles.map((corner) => {
    if (names[corner] === -1) {
      corners[used] = corner
      names[corner] = used++
    }
    return names[corner]!
  })
  return { corners: corners.subarray(0, used), triangles: named }
}

/** Returns the three numbers of each of the given corners. */
export const taken = <T extends Uint16Array | Float32Array>(values: T, corners: Uint32Array): T => {
  const result = values.slice(0, corners.length * 3) as T
  for (const [to, from] of corners.entries()) {
    for (let axis = 0; axis < 3; axis++) result[3 * to + axis] = values[3 * from + axis]!
  }
  return result
}
