import type { Component, Components, Point, Viewpoint } from "../../domain/topics/Viewpoint.ts"
import type { Version } from "../BcfFile.ts"
import { type Attributes, document, element, kept, listElement, textElement } from "./XmlText.ts"

const point = (name: string, { x, y, z }: Point): string =>
  element(name, {}, textElement("X", String(x)) + textElement("Y", String(y)) + textElement("Z", String(z)))

const component = ({ authoring_tool_id, ifc_guid, originating_system }: Component): string =>
  element(
    "Component",
    { IfcGuid: ifc_guid },
    textElement("OriginatingSystem", originating_system) + textElement("AuthoringToolId", authoring_tool_id)
  )

const componentList = (name: string, components: ReadonlyArray<Component> = []): string =>
  listElement(name, components.map(component))

/** Returns the digits of a colour: if there are eight, the first two are the opacity. */
const digits = (color: string): string => color.replace("#", "").toUpperCase()

/**
 * Returns the element `Components`. If the viewpoint has no visibility, everything is visible: the default of the
 * schema would show an empty view.
 */
const componentsElement = ({ coloring = [], selection, visibility }: Components, version: Version): string => {
  const hints = visibility?.view_setup_hints
  const shown: Attributes = {
    SpacesVisible: hints?.spaces_visible,
    SpaceBoundariesVisible: hints?.space_boundaries_visible,
    OpeningsVisible: hints?.openings_visible
  }
  const hintsElement = hints === undefined ? "" : element("ViewSetupHints", shown)
  return element(
    "Components",
    {},
    (version === "3.0" ? "" : hintsElement) +
      componentList("Selection", selection) +
      element(
        "Visibility",
        { DefaultVisibility: visibility === undefined ? true : (visibility.default_visibility ?? false) },
        (version === "3.0" ? hintsElement : "") + componentList("Exceptions", visibility?.exceptions)
      ) +
      listElement(
        "Coloring",
        coloring
          .filter(({ components }) => components.length > 0)
          .map(({ color, components }) =>
            element(
              "Color",
              { Color: digits(color) },
              version === "3.0" ? componentList("Components", components) : components.map(component).join("")
            )
          )
      )
  )
}

/** Files of version 2.1 do not contain the ratio of width and height. */
const usualRatio = 4 / 3

const origin = { x: 0, y: 0, z: 0 }
/**
 * The schema requires a camera. A viewpoint without one gets a camera that looks from above, which is dropped when the
 * file is read again.
 */
export const noCamera = {
  camera_view_point: { ...origin, z: 100 },
  camera_direction: { ...origin, z: -1 },
  camera_up_vector: { ...origin, y: 1 },
  view_to_world_scale: 100,
  aspect_ratio: usualRatio
}

/** Angles of view that the schema of version 2.1 permits, in degrees. */
const [leastAngle, mostAngle] = [1, 170]

const angleOf = (degrees: number, version: Version): number =>
  version === "3.0" ? degrees : Math.min(Math.max(degrees, leastAngle), mostAngle)

const cameraElement = ({ orthogonal_camera, perspective_camera }: Viewpoint, version: Version): string => {
  const given = perspective_camera ?? orthogonal_camera
  if (given === undefined && version === "2.1") return ""
  const camera = given ?? noCamera
  const size =
    "field_of_view" in camera
      ? textElement("FieldOfView", String(angleOf(camera.field_of_view, version)))
      : textElement("ViewToWorldScale", String(camera.view_to_world_scale))
  return element(
    "field_of_view" in camera ? "PerspectiveCamera" : "OrthogonalCamera",
    {},
    point("CameraViewPoint", camera.camera_view_point) +
      point("CameraDirection", camera.camera_direction) +
      point("CameraUpVector", camera.camera_up_vector) +
      size +
      (version === "3.0" ? textElement("AspectRatio", String(camera.aspect_ratio ?? usualRatio)) : "")
  )
}

/** Returns the name of a picture of a viewpoint within the folder of its topic. */
export const bitmapName = (guid: string, type: "png" | "jpg"): string => `Bitmap_${guid}.${type}`

const bitmapElement =
  (version: Version) =>
  (bitmap: NonNullable<Viewpoint["bitmaps"]>[number]): string =>
    element(
      "Bitmap",
      {},
      (version === "3.0"
        ? textElement("Format", bitmap.bitmap_type)
        : textElement("Bitmap", bitmap.bitmap_type.toUpperCase())) +
        textElement("Reference", bitmapName(bitmap.guid, bitmap.bitmap_type)) +
        point("Location", bitmap.location) +
        point("Normal", bitmap.normal) +
        point("Up", bitmap.up) +
        textElement("Height", String(bitmap.height))
    )

/** Returns the file of a viewpoint, according to visinfo.xsd of a version, with unknown elements at its end. */
export const visualizationInfo = (
  viewpoint: Viewpoint,
  rest: ReadonlyArray<string> = [],
  version: Version = "3.0"
): Uint8Array => {
  const { bitmaps = [], clipping_planes = [], components, guid, lines = [] } = viewpoint
  return document(
    element(
      "VisualizationInfo",
      { Guid: guid },
      (components === undefined ? "" : componentsElement(components, version)) +
        cameraElement(viewpoint, version) +
        listElement(
          "Lines",
          lines.map((line) =>
            element("Line", {}, point("StartPoint", line.start_point) + point("EndPoint", line.end_point))
          )
        ) +
        listElement(
          "ClippingPlanes",
          clipping_planes.map((plane) =>
            element("ClippingPlane", {}, point("Location", plane.location) + point("Direction", plane.direction))
          )
        ) +
        (version === "3.0"
          ? listElement("Bitmaps", bitmaps.map(bitmapElement(version)))
          : bitmaps.map(bitmapElement(version)).join("")) +
        kept(rest)
    )
  )
}
