import { type Corner, type Point, rounded } from "./Outline.ts"

/** Sides of a rounded corner. Its area is that of the arc for any number of sides. */
const sidesOfCorner = 16

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
  /** Attributes, counted after the position, without which the engine draws it correctly; null: it never does. */
  readonly unlessAbsent: ReadonlyArray<number> | null
  /**
   * Returns the corners for the attributes after the position, 0 for omitted ones: counterclockwise, around the centre
   * of their bounding box.
   */
  readonly corners: (numbers: Numbers) => ReadonlyArray<Corner>
}

/** The attributes that are examined. */
type Numbers = readonly [number, number, number, number, number, number, number]

/**
 * Profiles that web-ifc 0.0.78 does not draw as the standard defines them. It cuts the fillets of an I and an L
 * straight, does not round a rectangle, makes the flanges of a Z too short, and makes no body at all of an I with two
 * different flanges and of a rounded C: volumes are off by up to 12 %, or missing.
 *
 * Fillets and edge radii of rolled sections are left out for I, L and Z, as the engine does for U and T: tools that
 * state volumes of such bars state them so. Sloping flanges and legs have the thickness of their middle throughout.
 *
 * Source: IFC 4.3, 8.15.3, the subtypes of IfcParameterizedProfileDef and their figures.
 */
export const misdrawn: Readonly<Record<string, ProfileKind>> = {
  IfcIShapeProfileDef: {
    unlessAbsent: [4, 5],
    corners: ([b, h, web, flange]) => {
      const [x, y, w, inner] = [b / 2, h / 2, web / 2, h / 2 - flange]
      return twoSided([x, -y], [x, -inner], [w, -inner], [w, inner], [x, inner], [x, y])
    }
  },
  IfcAsymmetricIShapeProfileDef: {
    unlessAbsent: null,
    corners: ([b, h, web, flange, , topB, topFlange]) => {
      const [y, w, x, topX] = [h / 2, web / 2, b / 2, topB / 2]
      const [low, high] = [flange - y, y - (topFlange || flange)]
      return twoSided([x, -y], [x, low], [w, low], [w, high], [topX, high], [topX, y])
    }
  },
  IfcLShapeProfileDef: {
    unlessAbsent: [3, 4],
    corners: ([h, b, thick]) => {
      const [x, y] = [(b || h) / 2, h / 2]
      return [
        [-x, -y],
        [x, -y],
        [x, thick - y],
        [thick - x, thick - y],
        [thick - x, y],
        [-x, y]
      ]
    }
  },
  IfcZShapeProfileDef: {
    unlessAbsent: null,
    corners: ([h, b, web, flange]) => {
      const [y, w, x] = [h / 2, web / 2, b - web / 2]
      const half: ReadonlyArray<Corner> = [
        [-w, -y],
        [x, -y],
        [x, flange - y],
        [w, flange - y]
      ]
      return [...half, ...half.map(([x, y]): Corner => [-x, -y])]
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
  },
  IfcTShapeProfileDef: ([h, b, web, flange]) => {
    const [x, y, w] = [b / 2, h / 2, web / 2]
    return twoSided([w, -y], [w, y - flange], [x, y - flange], [x, y])
  },
  IfcUShapeProfileDef: ([h, b, web, flange]) => {
    const [x, y] = [b / 2, h / 2]
    return twoStoried([-x, -y], [x, -y], [x, flange - y], [web - x, flange - y])
  }
}

const numbersOf = (at: (i: number) => number): Numbers => [at(0), at(1), at(2), at(3), at(4), at(5), at(6)]

/**
 * Returns the outline of a parameterised profile without holes, counterclockwise around the centre of its bounding box;
 * null if it is invalid or its kind is unknown.
 *
 * @param numbers the attributes after the position, 0 for omitted ones
 */
export const outlineOf = (kind: string, numbers: ReadonlyArray<number>): ReadonlyArray<Point> | null => {
  const corners = misdrawn[kind]?.corners ?? others[kind]
  return corners === undefined ? null : rounded(corners(numbersOf((i) => numbers[i] ?? 0)), sidesOfCorner)
}
