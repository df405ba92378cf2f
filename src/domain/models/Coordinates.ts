import * as Schema from "effect/Schema"

/** The position of a site on the earth: degrees, north and east positive, and metres. */
export const SitePosition = Schema.Struct({
  latitude: Schema.Number,
  longitude: Schema.Number,
  elevation: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "SitePosition" })
export type SitePosition = typeof SitePosition.Type

/**
 * How a model lies on a map: a point of the model, in metres, is multiplied by `scale`, turned counter-clockwise by
 * `rotationDegrees` and moved by `eastings`, `northings` and `height`, which are metres too.
 */
export const MapPosition = Schema.Struct({
  crs: Schema.NullOr(Schema.String).annotations({ description: "The coordinate reference system, such as EPSG:25832" }),
  eastings: Schema.Number,
  northings: Schema.Number,
  height: Schema.NullOr(Schema.Number),
  rotationDegrees: Schema.Number.annotations({
    description: "The angle from the east of the map to the x axis of the model, counter-clockwise"
  }),
  scale: Schema.Number.annotations({ description: "For lengths of the model in metres" })
}).annotations({ identifier: "MapPosition" })
export type MapPosition = typeof MapPosition.Type

/** The positions that a model file gives; null where it gives none. */
export const GeoReference = Schema.Struct({ site: Schema.NullOr(SitePosition), map: Schema.NullOr(MapPosition) })
export type GeoReference = typeof GeoReference.Type

/** A point in metres, in the axes of IFC, in which z points up. */
export const Offset = Schema.Tuple(Schema.Number, Schema.Number, Schema.Number).annotations({
  jsonSchema: { type: "array", items: { type: "number" }, minItems: 3, maxItems: 3 }
})
export type Offset = typeof Offset.Type

/** The place of a model in the world. */
export const Coordinates = Schema.Struct({
  offset: Schema.NullOr(Offset).annotations({
    description:
      "The point that the view file took off: world = view + offset, in metres and the axes of IFC (z up). The root node of the file moves its content by the same point, with y up: if a reader applies it, the offset is added already. Null: not known, for a model that an earlier release imported"
  }),
  ...GeoReference.fields
}).annotations({ identifier: "Coordinates" })
export type Coordinates = typeof Coordinates.Type
