import * as Schema from "effect/Schema"
import { notGlobalId } from "../GlobalId.ts"
import { maybe } from "../Optional.ts"
import { OtherText } from "../Text.ts"

// The members have the names of the BCF API, under which viewpoints are also stored.

const Point = Schema.Struct({ x: Schema.Finite, y: Schema.Finite, z: Schema.Finite }).annotations({
  identifier: "BcfPoint",
  description: "In metres and the axes of the model, z up"
})
export type Point = typeof Point.Type

const camera = {
  camera_view_point: Point,
  camera_direction: Point,
  camera_up_vector: Point,
  aspect_ratio: maybe(Schema.Finite.pipe(Schema.positive()))
}

const PerspectiveCamera = Schema.Struct({
  ...camera,
  field_of_view: Schema.Finite.pipe(
    Schema.filter((degrees) => (degrees > 0 && degrees < 180) || "must be between 0 and 180 degrees", {
      jsonSchema: { type: "number", exclusiveMinimum: 0, maximum: 180, description: "Vertical, in degrees" }
    })
  )
}).annotations({ identifier: "BcfPerspectiveCamera" })

const OrthogonalCamera = Schema.Struct({
  ...camera,
  view_to_world_scale: Schema.Finite.pipe(Schema.positive()).annotations({
    description: "The height of the view in metres"
  })
}).annotations({ identifier: "BcfOrthogonalCamera" })

const Line = Schema.Struct({ start_point: Point, end_point: Point }).annotations({ identifier: "BcfLine" })

const ClippingPlane = Schema.Struct({ location: Point, direction: Point }).annotations({
  identifier: "BcfClippingPlane",
  description: "The direction points to the part that is cut away"
})

const PictureType = Schema.Literal("png", "jpg")
export type PictureType = typeof PictureType.Type

const bitmap = {
  bitmap_type: PictureType,
  location: Point,
  normal: Point,
  up: Point,
  height: Schema.Finite
}

export const Bitmap = Schema.Struct({ guid: Schema.String, ...bitmap }).annotations({ identifier: "BcfBitmap" })

/** The form of a GlobalId. */
export const globalId = /^[0-9A-Za-z_$]{22}$/

/** Hexadecimal; of eight digits the first two are the opacity. */
export const colorForm = /^#?(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/

export const Component = Schema.Struct({
  ifc_guid: maybe(Schema.String.pipe(Schema.pattern(globalId, { message: notGlobalId }))),
  originating_system: maybe(OtherText),
  authoring_tool_id: maybe(OtherText)
}).annotations({ identifier: "BcfComponent" })
export type Component = typeof Component.Type

const components = Schema.Array(Component)
const Color = Schema.String.pipe(
  Schema.pattern(colorForm, { message: () => "a colour is RRGGBB or AARRGGBB, with or without #" })
).annotations({
  description: "Hexadecimal; of eight digits the first two are the opacity"
})

const Selection = maybe(components)
export const Coloring = Schema.Struct({ color: Color, components }).annotations({ identifier: "BcfColoring" })
export const Visibility = Schema.Struct({
  default_visibility: maybe(Schema.Boolean),
  exceptions: maybe(components),
  view_setup_hints: maybe(
    Schema.Struct({
      spaces_visible: maybe(Schema.Boolean),
      space_boundaries_visible: maybe(Schema.Boolean),
      openings_visible: maybe(Schema.Boolean)
    })
  )
}).annotations({ identifier: "BcfVisibility" })

const Components = Schema.Struct({
  selection: Selection,
  coloring: maybe(Schema.Array(Coloring)),
  visibility: maybe(Visibility)
}).annotations({ identifier: "BcfComponents" })
export type Components = typeof Components.Type

const view = {
  index: maybe(Schema.Int),
  perspective_camera: maybe(PerspectiveCamera),
  orthogonal_camera: maybe(OrthogonalCamera),
  lines: maybe(Schema.Array(Line)),
  clipping_planes: maybe(Schema.Array(ClippingPlane))
}

/** A viewpoint as it is stored and answered, without the bytes of its pictures. */
export const Viewpoint = Schema.Struct({
  guid: Schema.String,
  ...view,
  bitmaps: maybe(Schema.Array(Bitmap)),
  snapshot: maybe(Schema.Struct({ snapshot_type: PictureType })),
  components: maybe(Components)
}).annotations({ identifier: "BcfViewpoint" })
export type Viewpoint = typeof Viewpoint.Type
