import type { Components } from "./Viewpoint.ts"

/** The parts of a viewpoint that can be read separately. */
export type ViewpointPart = "selection" | "coloring" | "visibility"

const absent = { selection: [], coloring: [], visibility: { default_visibility: true, exceptions: [] } }

/** Returns a part of a viewpoint, given as JSON, as the JSON of an object that contains only this part. */
export const partOf = (viewpoint: string, part: ViewpointPart): string => {
  const { components } = JSON.parse(viewpoint) as { readonly components?: Components }
  return JSON.stringify({ [part]: components?.[part] ?? absent[part] })
}
