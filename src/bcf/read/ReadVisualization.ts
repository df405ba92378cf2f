import { isDeepStrictEqual } from "node:util"
import {
  colorForm,
  type Component,
  type Components,
  globalId,
  type Point,
  type Viewpoint
} from "../../domain/topics/Viewpoint.ts"
import { present } from "../Present.ts"
import { noCamera } from "../write/VisualizationXml.ts"
import { invalid } from "./BcfFault.ts"
import { all, attributeOf, first, flagOf, textOf, unknownOf, type Xml } from "./Xml.ts"

const known = new Set([
  "Components",
  "PerspectiveCamera",
  "OrthogonalCamera",
  "Lines",
  "ClippingPlanes",
  "Bitmaps",
  "Bitmap"
])

const numberOf = (parent: Xml | undefined, name: string): number | undefined => {
  const text = textOf(parent, name)
  if (text === undefined) return undefined
  const number = Number(text.trim())
  if (!Number.isFinite(number)) throw invalid(`A viewpoint has a ${name} that is no number.`)
  return number
}

const pointOf = (parent: Xml | undefined, name: string): Point => {
  const point = first(parent, name)
  const [x, y, z] = ["X", "Y", "Z"].map((axis) => numberOf(point, axis))
  if (x === undefined || y === undefined || z === undefined) throw invalid(`A viewpoint has a ${name} without X, Y, Z.`)
  return { x, y, z }
}

/** Returns an attribute if it matches a form. */
const formed = (element: Xml, name: string, form: RegExp): string | undefined => {
  const text = attributeOf(element, name)?.trim()
  return text !== undefined && form.test(text) ? text : undefined
}

/** Returns a number if it lies between two others. */
const within = (parent: Xml, name: string, least: number, most: number): number | undefined => {
  const number = numberOf(parent, name)
  return number !== undefined && number > least && number < most ? number : undefined
}

const componentOf = (component: Xml): Component =>
  present({
    ifc_guid: formed(component, "IfcGuid", globalId),
    originating_system: textOf(component, "OriginatingSystem"),
    // Some programs write the authoring tool as an attribute.
    authoring_tool_id: textOf(component, "AuthoringToolId") ?? attributeOf(component, "AuthoringToolId")
  })

const someOf = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> | undefined => (items.length === 0 ? undefined : items)

const componentsOf = (parent: Xml | undefined) => all(parent, "Component").map(componentOf)

/** Returns the components of a list in version 2.0, whose attributes contain their colour and visibility. */
const flatComponents = (parent: Xml, listed: ReadonlyArray<Xml>): Components => {
  const isShown = flagOf(parent, "DefaultVisibilityComponents") ?? true
  const those = (which: (component: Xml) => boolean) => someOf(listed.filter(which).map(componentOf))
  const colors = Map.groupBy(listed, (component) => formed(component, "Color", colorForm))
  return present({
    selection: those((component) => flagOf(component, "Selected") === true),
    coloring: someOf(
      [...colors].flatMap(([color, some]) =>
        color === undefined ? [] : [{ color, components: some.map(componentOf) }]
      )
    ),
    visibility: present({
      default_visibility: isShown,
      exceptions: those((component) => (flagOf(component, "Visible") ?? true) !== isShown)
    })
  })
}

/** In version 2.1 the hints are beside the visibility, and the components of a colour directly in its element. */
const allComponents = (parent: Xml): Components => {
  const listed = all(parent, "Component")
  if (listed.length > 0) return flatComponents(parent, listed)
  const selection = componentsOf(first(parent, "Selection"))
  const visibility = first(parent, "Visibility")
  const hints = first(visibility, "ViewSetupHints") ?? first(parent, "ViewSetupHints")
  const exceptions = componentsOf(first(visibility, "Exceptions"))
  const coloring = all(first(parent, "Coloring"), "Color").flatMap((one) => {
    const color = formed(one, "Color", colorForm)
    return color === undefined ? [] : [{ color, components: componentsOf(first(one, "Components") ?? one) }]
  })
  return present({
    selection: selection.length === 0 ? undefined : selection,
    coloring: coloring.length === 0 ? undefined : coloring,
    // A viewpoint without visibility hides nothing.
    visibility:
      visibility === undefined && hints === undefined
        ? undefined
        : present({
            default_visibility: visibility === undefined || (flagOf(visibility, "DefaultVisibility") ?? false),
            exceptions: exceptions.length === 0 ? undefined : exceptions,
            view_setup_hints:
              hints === undefined
                ? undefined
                : present({
                    spaces_visible: flagOf(hints, "SpacesVisible"),
                    space_boundaries_visible: flagOf(hints, "SpaceBoundariesVisible"),
                    openings_visible: flagOf(hints, "OpeningsVisible")
                  })
          })
  })
}

const cameraOf = (camera: Xml) => ({
  camera_view_point: pointOf(camera, "CameraViewPoint"),
  camera_direction: pointOf(camera, "CameraDirection"),
  camera_up_vector: pointOf(camera, "CameraUpVector"),
  ...present({ aspect_ratio: within(camera, "AspectRatio", 0, Infinity) })
})

const isNoCamera = (camera: NonNullable<Viewpoint["orthogonal_camera"]>): boolean =>
  isDeepStrictEqual({ ...camera, aspect_ratio: noCamera.aspect_ratio }, noCamera)

const orthogonalOf = (camera: Xml | undefined): Viewpoint["orthogonal_camera"] => {
  if (camera === undefined) return undefined
  const read = { ...cameraOf(camera), view_to_world_scale: within(camera, "ViewToWorldScale", 0, Infinity) ?? 1 }
  return isNoCamera(read) ? undefined : read
}

/** A bitmap of a file has a name in place of a guid. */
interface NamedBitmap {
  readonly reference: string
  readonly bitmap: Omit<NonNullable<Viewpoint["bitmaps"]>[number], "guid">
}

/** The content of a viewpoint's file, with the unknown elements as XML. */
interface Visualization {
  readonly viewpoint: Omit<Viewpoint, "guid" | "index" | "snapshot" | "bitmaps">
  readonly bitmaps: ReadonlyArray<NamedBitmap>
  readonly rest: ReadonlyArray<string>
}

const bitmapOf = (bitmap: Xml): NamedBitmap => ({
  reference: textOf(bitmap, "Reference") ?? "",
  bitmap: {
    bitmap_type: /jpe?g/i.test(textOf(bitmap, "Format") ?? textOf(bitmap, "Bitmap") ?? "") ? "jpg" : "png",
    location: pointOf(bitmap, "Location"),
    normal: pointOf(bitmap, "Normal"),
    up: pointOf(bitmap, "Up"),
    height: numberOf(bitmap, "Height") ?? 1
  }
})

/**
 * Reads the root element of a viewpoint's file. GlobalIds and colours of another form are left out, and cameras with an
 * empty view get a default size. Throws `BcfFault` if numbers are missing or broken.
 */
export const readVisualization = (root: Xml): Visualization => {
  const perspective = first(root, "PerspectiveCamera")
  const orthogonal = first(root, "OrthogonalCamera")
  const components = first(root, "Components")
  const bitmaps = [...all(root, "Bitmap"), ...all(first(root, "Bitmaps"), "Bitmap")]
  return {
    viewpoint: present({
      perspective_camera:
        perspective === undefined
          ? undefined
          : { ...cameraOf(perspective), field_of_view: within(perspective, "FieldOfView", 0, 180) ?? 60 },
      orthogonal_camera: perspective === undefined ? orthogonalOf(orthogonal) : undefined,
      lines: someOf(
        all(first(root, "Lines"), "Line").map((line) => ({
          start_point: pointOf(line, "StartPoint"),
          end_point: pointOf(line, "EndPoint")
        }))
      ),
      clipping_planes: someOf(
        all(first(root, "ClippingPlanes"), "ClippingPlane").map((plane) => ({
          location: pointOf(plane, "Location"),
          direction: pointOf(plane, "Direction")
        }))
      ),
      components: components === undefined ? undefined : allComponents(components)
    }),
    bitmaps: bitmaps.map(bitmapOf),
    rest: unknownOf(root, known)
  }
}
