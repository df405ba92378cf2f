import type { BcfViewpoint } from "../../../../../sdk/plinth.ts"
import { choose, place } from "../../../address/Address.ts"
import { call } from "../../../api/Call.ts"
import type { ProductsPage } from "../../../api/Views.ts"
import { type Camera, fitted } from "../../../viewer/Camera.ts"
import type { Vector, Viewer } from "../../../viewer/Viewer.ts"
import type { ViewpointDraft } from "../../topics/TopicCalls.ts"
import { select, selected } from "../Query.ts"
import { boxText, planesOf, sectionsText } from "../view/sections/Sections.ts"
import { box, sections } from "../view/sections/SectionState.ts"
import { hiding, stage, storeyCut } from "../view/Stage.ts"
import { coloringShown, showViewColors } from "./ViewColors.ts"
import { bcfCameraOf, type CameraLoss, cameraOf } from "./ViewpointCamera.ts"
import { areTransparent, colorEntries } from "./ViewpointColors.ts"
import { bcfComponentsOf, componentsShown } from "./ViewpointComponents.ts"
import { clippingPlanesOf, sectionsOf } from "./ViewpointSections.ts"

/** Parts of a viewpoint that the view does not show. */
export type Loss = CameraLoss | "planes" | "transparency" | "drawings" | "products"

/** Widest picture of a topic, in pixels. */
const mostWidth = 1600

/** Largest number of selected products that are looked up, the service's largest page. */
const mostSelected = 5000

const inBase64 = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).split(",")[1] ?? "")
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(content)
  })

/** Returns what the view shows, with a picture. */
export const viewpointOf = async (viewer: Viewer): Promise<ViewpointDraft> => {
  const picture = await viewer.snapshot(mostWidth)
  const products = viewer.products.map((product, i) => ({ ...product, isShown: viewer.isShown(i) }))
  const components = bcfComponentsOf(selected(), products, place.peek().query.get("spaces") === "1")
  const coloring = coloringShown()
  return {
    perspective_camera: bcfCameraOf(viewer.camera(), viewer.size()),
    clipping_planes: clippingPlanesOf(planesOf(sections(), box()), storeyCut()),
    components: { ...components, ...(coloring.length === 0 ? {} : { coloring }) },
    ...(picture === null ? {} : { snapshot: { snapshot_type: "png", snapshot_data: await inBase64(picture) } })
  }
}

/** Returns the camera that shows the products that a viewpoint without a camera selects; null if none has a shape. */
const fittedTo = (viewer: Viewer, guids: ReadonlyArray<string>): Camera | null => {
  const shapes = viewer.shapesOf(guids)
  if (shapes.length === 0) return null
  const { least, most } = viewer.extent(shapes)
  const { height, width } = viewer.size()
  return fitted(viewer.camera(), [...least, ...most], width, height)
}

const middleOf = (viewer: Viewer): Vector => {
  const { least, most } = viewer.extent()
  return [(least[0] + most[0]) / 2, (least[1] + most[1]) / 2, (least[2] + most[2]) / 2]
}

/** Returns which of some GlobalIds the model has, with a shape or without. */
const knownOf = async (base: string, viewer: Viewer, guids: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const unseen = guids.filter((guid) => !viewer.isSeen(guid)).slice(0, mostSelected)
  if (unseen.length === 0) return guids
  const body = { fields: ["Guid"], filters: [{ property: "Guid", operator: "In", value: unseen }] }
  const path = `${base}/products/properties/query?page=1&pageSize=${mostSelected}`
  const answer = await call<ProductsPage>("POST", path, { body })
  const found = new Set("failure" in answer ? [] : answer.value.result.map((row) => row["Guid"]))
  return guids.filter((guid) => viewer.isSeen(guid) || found.has(guid))
}

/** Returns the legend of a viewpoint's colours. */
export const viewColorsOf = (viewer: Viewer, { components }: BcfViewpoint) =>
  colorEntries(components?.coloring ?? [], (guids) => viewer.shapesOf(guids).map((i) => viewer.products[i]!.guid))

/** Shows a viewpoint in the view of a model. Returns what cannot be shown. */
export const showViewpoint = async (
  base: string,
  viewer: Viewer,
  viewpoint: BcfViewpoint
): Promise<ReadonlyArray<Loss>> => {
  const { areSpacesShown, exceptions, isAllShown, selected: chosen } = componentsShown(viewpoint.components)
  const known = await knownOf(base, viewer, chosen)
  // Another model may have been opened meanwhile.
  if (stage.peek() !== viewer) return []
  const cuts = sectionsOf(viewpoint.clipping_planes ?? [])
  choose({
    filters: null,
    storey: null,
    spaces: areSpacesShown ? "1" : null,
    sections: sectionsText(cuts.sections),
    box: cuts.box === null ? null : boxText(cuts.box)
  })
  const shapes = viewer.shapesOf(exceptions)
  hiding(() => {
    viewer.showAll()
    if (isAllShown) viewer.hide(shapes)
    // A viewpoint that shows only products of other models would leave the view empty.
    else if (shapes.length > 0) viewer.isolate(shapes)
  })
  select(known)
  const coloring = viewpoint.components?.coloring ?? []
  showViewColors(viewColorsOf(viewer, viewpoint))
  const shown = cameraOf(viewpoint, middleOf(viewer), viewer.size())
  const camera = shown?.camera ?? fittedTo(viewer, known)
  if (camera !== null) viewer.setCamera(camera)
  const isPart = known.length < chosen.length || exceptions.some((guid) => !viewer.isSeen(guid))
  return [
    ...(shown?.losses ?? []),
    ...(cuts.left > 0 ? ["planes" as const] : []),
    ...(areTransparent(coloring) ? ["transparency" as const] : []),
    ...((viewpoint.lines ?? []).length + (viewpoint.bitmaps ?? []).length > 0 ? ["drawings" as const] : []),
    ...(isPart ? ["products" as const] : [])
  ]
}
