import type { IfcFile } from "../index/IfcFile.ts"
import { type Corner, type Point, rounded } from "./Outline.ts"
import { real, type Rewriting } from "./Rewriting.ts"

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

interface Kind {
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
const kinds: Readonly<Record<string, Kind>> = {
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

const numbersOf = (at: (i: number) => number): Numbers => [at(0), at(1), at(2), at(3), at(4), at(5), at(6)]

/** Index of the first number, after type, name and position. */
const firstNumber = 3
/** The number of leading attributes that are lengths in every kind; slopes and centres of gravity may follow. */
const sizes = 5

/**
 * Replaces the profiles that the engine would draw differently from the standard with explicit outlines. Invalid
 * profiles stay as they are.
 *
 * @param axes returns the direction of x and the origin of an IfcAxis2Placement2D by its row; for -1, those of the
 * profile itself
 */
export const outlineProfiles = (
  file: IfcFile,
  axes: (row: number) => { readonly along: Point; readonly at: Point },
  rewriting: Rewriting
): void => {
  const read = file.freeReader()
  for (const row of file.rowsOf("IfcParameterizedProfileDef")) {
    const kind = kinds[file.classOf(row).name]
    if (kind === undefined || !read.openRow(row) || read.word(0) !== "AREA") continue
    const numbers = numbersOf((i) => read.number(firstNumber + i) || 0)
    if (kind.unlessAbsent?.every((i) => numbers[i] === 0) === true) continue
    if (numbers.slice(0, sizes).some((value) => value < 0)) continue
    const { along, at } = axes(read.row(2))
    const outline = rounded(kind.corners(numbers), sidesOfCorner)?.map(([x, y]): Point => [
      at[0] + x * along[0] - y * along[1],
      at[1] + x * along[1] + y * along[0]
    ])
    if (outline === undefined || !outline.flat().every(Number.isFinite)) continue
    if (!rewriting.hasRoom(outline.length + 1)) return
    const points = outline.map(([x, y]) => rewriting.add(`IFCCARTESIANPOINT((${real(x)},${real(y)}))`))
    const line = rewriting.add(`IFCPOLYLINE((${points.join()},${points[0]}))`)
    rewriting.replace(row, `IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${line})`)
  }
}
