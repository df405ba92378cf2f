type Triangle = readonly [number, number, number]

/**
 * Returns the triangles with a consistent orientation: two that share an edge traverse it in opposite directions. The
 * first triangle of each connected part keeps its orientation. Exporters often state the orientation of faces wrongly.
 */
export const consistent = (triangles: ReadonlyArray<Triangle>): ReadonlyArray<Triangle> => {
  const edges = new Map<string, Array<number>>()
  const sidesOf = ([a, b, c]: Triangle) => [[a, b], [b, c], [c, a]] as const // prettier-ignore
  const keyOf = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`)
  for (const [i, triangle] of triangles.entries()) {
    for (const [a, b] of sidesOf(triangle)) edges.getOrInsertComputed(keyOf(a, b), () => []).push(i)
  }
  const turned: Array<Triangle | null> = triangles.map(() => null)
  for (const [first, start] of triangles.entries()) {
    if (turned[first] !== null) continue
    turned[first] = start
    const stack = [first]
    while (stack.length > 0) {
      const one = stack.pop()!
      for (const [a, b] of sidesOf(turned[one]!)) {
        const sharing = edges.get(keyOf(a, b))!
        // The orientation of neighbours is ambiguous if more than two share an edge.
        if (sharing.length !== 2) continue
        const other = sharing[0] === one ? sharing[1]! : sharing[0]!
        if (turned[other] !== null) continue
        const triangle = triangles[other]!
        const isOpposite = sidesOf(triangle).some(([from, to]) => from === b && to === a)
        turned[other] = isOpposite ? triangle : [triangle[0], triangle[2], triangle[1]]
        stack.push(other)
      }
    }
  }
  return turned.map((triangle) => triangle!)
}
