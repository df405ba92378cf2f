/** Words, names and numbers that are easy to get wrong, for random contents and queries. */
export const words = [
  ...'a|A|b|Wall|wall|é|É|日本|İ|i̇|ß|Σ|ς|ασ|😀|12|12.0|1e3|true|FALSE|; |x; y|12; 13|a; |"|\\|\n|\u0001|__proto__|constructor'.split(
    "|"
  ),
  "",
  "Brick",
  "with space",
  "null",
  "-0",
  "1000"
]
export const setNames = [
  "Pset_A",
  "Qto_B",
  "BaseQuantities",
  "Other",
  "a.b",
  "a",
  "",
  "SpatialLocation",
  "Code",
  "__proto__",
  "Ünï",
  "pset_a"
]
export const propertyNames = [
  ...'FireRating|firerating|Width|b.c|c|Name|Guid|Class|Code|Material|Tag|Description|Floor|Identification|SpatialLocation.Floor|__proto__|constructor|Σ|q"uote|a.b.c|Site'.split(
    "|"
  ),
  ""
]
export const numbers = [
  0,
  -0,
  1,
  12,
  12.000000001,
  12.0000000001,
  13,
  1000,
  -1.5e3,
  0.1 + 0.2,
  0.3,
  1e21,
  1e-9,
  5e-324,
  Number.NaN,
  Infinity
]
export const types = [
  "Site",
  "Building",
  "Floor",
  "Space",
  "Bridge",
  "BridgePart",
  "ExternalSpatialElement",
  "Facility",
  "RoadPart"
]
export const classNames = ["IfcWall", "IfcWallStandardCase", "IfcDoor", "IfcBeam", "Wall", "IfcCovering"]
