import type { Branch } from "../../application/Locations.ts"
import type { Location } from "../../domain/Location.ts"
import type { LocationNode, LocationTree } from "../../domain/LocationTree.ts"
import { arrayPieces, objectPieces } from "../body/JsonStream.ts"

/** A location's members as JSON, left open so that children may follow. */
export const opened = (location: Location): string => JSON.stringify(location).slice(0, -1)

const withChildren = ({ shown }: LocationNode<string>): string => `${shown},"children":[`

/** A location with its children, theirs too, as pieces of JSON. */
export function* branchPieces({ top, tree }: Branch<string>): Generator<string> {
  const path = [{ children: tree.childrenOf(top), at: 0 }]
  yield withChildren(top)
  for (;;) {
    const level = path.at(-1)
    if (level === undefined) return
    const child = level.children[level.at++]
    if (child === undefined) {
      path.pop()
      yield "]}"
      continue
    }
    yield (level.at > 1 ? "," : "") + withChildren(child)
    path.push({ children: tree.childrenOf(child), at: 0 })
  }
}

/** `{locations, locationViews}`: all locations as a flat list, then as a tree, as pieces of JSON. */
export const treePieces = (tree: LocationTree<string>): Generator<string> =>
  objectPieces(
    {},
    {
      locations: arrayPieces(tree.all, ({ shown }) => `${shown}}`),
      locationViews: arrayPieces(tree.roots, (top) => branchPieces({ tree, top }))
    }
  )
