import { type Corner, type Point, rounded } from "./Outline.ts"

/** The number of sides of a rounded corner. The corner has the area of the arc for any number of sides. */
const sidesOfCorner = 16
/**
 * The number of sides of fillets and edges of rolled sections. It is small, because models have many such bars, and
 * these corners are small.
 */
const sidesOfFillet = 4

/** Completes an outline that is symmetric about y, given its right half from the bottom up. */
const twoSided = (...half: ReadonlyArray<Corner>): ReadonlyArray<Corner> => [
  ...half,
  ...half.toReversed().map(([x, y, radius = 0]): Corner => [-x, y, radius])
]

/** Completes an outline that is symmetric about x, given its lower half from the left to the inside. */
const twoStoried = (...half: ReadonlyArray<Corner>): ReadonlyArray<Corner> => [
  ...half,
  ...half.toReversed().map(([x, y, radius = 0]): Corner => [x, -y, radius])
]

export interface ProfileKind {
  /**
   * The attributes, counted after the position, without which the engine draws the profile correctly; null if it never
   * does.
   */
  readonly unlessAbsent: ReadonlyArray<number> | null
  /**
   * Returns the corners for the attributes after the position, 0 for omitted ones: counterclockwise, around the centre
   * of their bounding box.
   */
  readonly corners: (numbers: Numbers) => ReadonlyArray<Corner>
  /** Whether the radii are those of fillets and edges, without which the profile is nearly the same. */
  readonly isRolled?: true
}

/** The attributes that are read. */
type Numbers = readonly [number, number, number, number, number, number, number, number]

/** The number of attributes that are read. */
export const examined = 8

/**
 * Profiles that web-ifc 0.0.78 does not draw as the standard defines them. It cuts the fillets of an I and an L
 * straight, leaves out those of a U and a T, does not round a rectangle, makes the flanges of a Z too short, and makes
 * no body at all of an I with two different flanges and of a rounded C: volumes are off by up to 12 %, or missing.
 *
 * Sloping flanges and legs have the thickness of their middle throughout. The edges of an I with two different flanges
 * are sharp.
 *
 * Source: IFC 4.3, 8.15.3, the subtypes of IfcParameterizedProfileDef and their figures.
 */
export const misdrawn: Readonly<Record<string, ProfileKind>> = {
  IfcIShapeProfileDef: {
    unlessAbsent: [4, 5],
    isRolled: true,
    corners: ([b, h, web, flange, fillet, edge]) => {
      const [x, y, w, inner] = [b / 2, h / 2, web / 2, h / 2 - flange]
      return twoSided([x, -y], [x, -inner, edge], [w, -inner, fillet], [w, inner, fillet], [x, inner, edge], [x, y])
    }
  },
  IfcAsymmetricIShapeProfileDef: {
    unlessAbsent: null,
    isRolled: true,
    corners: ([b, h, web, flange, fillet, topB, topFlange, topFillet]) => {
      const [y, w, x, topX] = [h / 2, web / 2, b / 2, topB / 2]
      const [low, high] = [flange - y, y - (topFlange || flange)]
      return twoSided([x, -y], [x, low], [w, low, fillet], [w, high, topFillet], [topX, high], [topX, y])
    }
  },
  IfcLShapeProfileDef: {
    unlessAbsent: [3, 4],
    isRolled: true,
    corners: ([h, b, thick, fillet, edge]) => {
      const [x, y] = [(b || h) / 2, h / 2]
      return [
        [-x, -y],
        [x, -y],
        [x, thick - y, edge],
        [thick - x, thick - y, fillet],
        [thick - x, y, edge],
        [-x, y]
      ]
    }
  },
  IfcZShapeProfileDef: {
    unlessAbsent: null,
    isRolled: true,
    corners: ([h, b, web, flange, fillet, edge]) => {
      const [y, w, x] = [h / 2, web / 2, b - web / 2]
      const half: ReadonlyArray<Corner> = [
        [-w, -y],
        [x, -y],
        [x, flange - y, edge],
        [w, flange - y, fillet]
      ]
      return [...half, ...half.map(([x, y, radius = 0]): Corner => [-x, -y, radius])]
    }
  },
  IfcUShapeProfileDef: {
    unlessAbsent: [4, 5],
    isRolled: true,
    corners: ([h, b, web, flange, fillet, edge]) => {
      const [x, y] = [b / 2, h / 2]
      return twoStoried([-x, -y], [x, -y], [x, flange - y, edge], [web - x, flange - y, fillet])
    }
  },
  IfcTShapeProfileDef: {
    unlessAbsent: [4, 5, 6],
    isRolled: true,
    corners: ([h, b, web, flange, fillet, flangeEdge, webEdge]) => {
      const [x, y, w] = [b / 2, h / 2, web / 2]
      return twoSided([w, -y, webEdge], [w, y - flange, fillet], [x, y - flange, flangeEdge], [x, y])
    }
  },
  IfcCShapeProfileDef: {
    unlessAbsent: [4],
    corners: ([h, b, wall, girth, inside]) => {
      const [x, y, outside] = [b / 2, h / 2, inside + wall]
      return twoStoried(
        [-x, -y, outside],
        [x, -y, outside],
        [x, girth - y],
        [x - wall, girth - y],
        [x - wall, wall - y, inside],
        [wall - x, wall - y, inside]
      )
    }
  },
  IfcRoundedRectangleProfileDef: {
    unlessAbsent: [2],
    corners: ([b, h, radius]) => twoSided([b / 2, -h / 2, radius], [b / 2, h / 2, radius])
  }
}

/** Outlines of profiles that the engine draws correctly. */
const others: Readonly<Record<string, ProfileKind["corners"]>> = {
  IfcRectangleProfileDef: ([b, h]) => twoSided([b / 2, -h / 2], [b / 2, h / 2]),
  IfcTrapeziumProfileDef: ([bottom, top, h, by]) => {
    const [x, y] = [bottom / 2, h / 2]
    return [
      [-x, -y],
      [x, -y],
      [by + top - x, y],
      [by - x, y]
    ]
  }
}

const numbersOf = (at: (i: number) => number): Numbers => [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)]

/**
 * Returns the outline of a parameterised profile without holes, counterclockwise around the centre of its bounding box;
 * null if it is invalid or its kind is unknown. A rolled section whose radii do not fit has sharp corners.
 *
 * @param numbers the attributes after the position, 0 for omitted ones
 */
export const outlineOf = (kind: string, numbers: ReadonlyArray<number>): ReadonlyArray<Point> | null => {
  const cornersOf = misdrawn[kind]?.corners ?? others[kind]
  if (cornersOf === undefined) return null
  const corners = cornersOf(numbersOf((i) => numbers[i] ?? 0))
  if (misdrawn[kind]?.isRolled === undefined) return rounded(corners, sidesOfCorner)
  const sharp = corners.map(([x, y]): Corner => [x, y])
  return rounded(corners, sidesOfFillet) ?? rounded(sharp, sidesOfFillet)
}
