import type { Placed } from "../../viewer/Join.ts"
import type { Viewer } from "../../viewer/Viewer.ts"

/** A viewer of several models, each of which is switched on and off. */
export interface SceneViewer extends Viewer {
  /** Shows exactly these models. */
  readonly showModels: (ids: ReadonlySet<string>) => void
  /** Returns the products of a model, as indices. */
  readonly productsOf: (id: string) => ReadonlyArray<number>
}

/** Products of a model, as indices from the first to before the end. */
interface Span {
  readonly id: string
  readonly from: number
  readonly to: number
}

/** Returns which products each model has in a scene. */
export const spansOf = (
  models: ReadonlyArray<Pick<Placed, "model"> & { readonly id: string }>
): ReadonlyArray<Span> => {
  let from = 0
  return models.map(({ id, model }) => {
    const span = { id, from, to: from + model.guids.length }
    from = span.to
    return span
  })
}

const indices = ({ from, to }: Span): ReadonlyArray<number> => Array.from({ length: to - from }, (_, i) => from + i)

/**
 * Returns a viewer that knows models. Products that the filters do not match are faint instead of left out, so that
 * what was found is seen within the building.
 */
export const sceneViewer = (viewer: Viewer, spans: ReadonlyArray<Span>): SceneViewer => {
  let matching: ReadonlySet<number> | null = null
  const fade = () => {
    const found = matching
    viewer.ghost(
      found === null ? [] : viewer.products.keys().filter((i) => !found.has(i) && !viewer.products[i]!.isSpace)
    )
  }
  return {
    ...viewer,
    match: (products) => {
      const wasAll = matching === null
      matching = products === null ? null : new Set(products)
      // Nothing to undo.
      if (wasAll && matching === null) return
      fade()
    },
    showAll: () => {
      viewer.showAll()
      if (matching !== null) fade()
    },
    showModels: (ids) => {
      const shown = spans.filter(({ id }) => ids.has(id))
      viewer.match(shown.length === spans.length ? null : shown.flatMap(indices))
    },
    productsOf: (id) => spans.filter((span) => span.id === id).flatMap(indices)
  }
}
