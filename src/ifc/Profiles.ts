import type { IfcFile } from "./IfcFile.ts"
import { type Corner, type Point, rounded } from "./Outline.ts"

/** What a reader is to see in place of a file: some of its bytes as spaces, and a text that is put in. */
export interface Rewritten {
  readonly blanks: ReadonlyArray<readonly [from: number, to: number]>
  /** The offset that the text is put in at. */
  readonly at: number
  readonly text: string
}

/** An outline takes some kilobytes, and files have some dozens. */
export const mostOutlines = 10_000

/** Numbers of instances have 32 bits. */
const highestNumber = 2 ** 32 - 1

/** Sides of a rounded corner, whose area is that of its arc however many there are. */
const sidesOfCorner = 16

/** What is alike on the right and on the left, by its right half from the bottom up. */
const twoSided = (...half: ReadonlyArray<Corner>): ReadonlyArray<Corner> => [
  ...half,
  ...half.toReversed().map(([x, y, radius = 0]): Corner => [-x, y, radius])
]

/** What is alike below and above, by its lower half from the left to the inside. */
const twoStoried = (...half: ReadonlyArray<Corner>): ReadonlyArray<Corner> => [
  ...half,
  ...half.toReversed().map(([x, y, radius = 0]): Corner => [x, -y, radius])
]

interface Kind {
  /** Attributes behind the position without which the engine draws it well; null: it never does. */
  readonly unlessAbsent: ReadonlyArray<number> | null
  /** Corners by the attributes behind the position, 0 for those left out: counterclockwise, in the middle of their box. */
  readonly corners: (numbers: Numbers) => ReadonlyArray<Corner>
}

/** Each of the attributes that are looked at. */
type Numbers = readonly [number, number, number, number, number, number, number]

/**
 * Profiles that web-ifc 0.0.78 does not draw as the standard has them. It cuts the fillets of an I and an L straight, does
 * not round a rectangle, has the flanges of a Z too short, and makes no body at all of an I with two flanges of its own
 * and of a C that is rounded: volumes are off by up to 12 %, or there is none.
 *
 * Fillets and edges of rolled sections are left out, of an I, an L and a Z here as the engine does of a U and a T: tools
 * that state volumes of such bars state them so. Flanges and legs that slope are as thick all along as in their middle.
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

/** Behind type, name and position. */
const firstNumber = 3
/** So many of the first numbers are lengths in each kind; behind them slopes and centres of gravity may stand. */
const sizes = 5

const real = (value: number): string => value.toExponential(12)

/**
 * The profiles of a file that the engine would draw otherwise than the standard, as the outlines that they are: under their
 * own numbers, so that all that refers to them has them. Those that are wrong in themselves stay as they are.
 *
 * @param axes which way x goes, and where the middle is, by the row of an IfcAxis2Placement2D; -1: as the profile is drawn
 */
export const outlinesOf = (file: IfcFile, axes: (row: number) => { along: Point; at: Point }): Rewritten => {
  const blanks: Array<readonly [number, number]> = []
  let at = 0
  let text = ""
  let next = file.highestId
  const read = file.freeReader()
  for (const row of file.rowsOf("IfcParameterizedProfileDef")) {
    const kind = kinds[file.classOf(row).name]
    if (kind === undefined || !read.openRow(row) || read.word(0) !== "AREA") continue
    const numbers = numbersOf((i) => read.number(firstNumber + i) || 0)
    if (kind.unlessAbsent?.every((i) => numbers[i] === 0) === true) continue
    if (numbers.slice(0, sizes).some((value) => value < 0)) continue
    const { along, at: middle } = axes(read.row(2))
    const outline = rounded(kind.corners(numbers), sidesOfCorner)?.map(([x, y]): Point => [
      middle[0] + x * along[0] - y * along[1],
      middle[1] + x * along[1] + y * along[0]
    ])
    const [from, to] = [file.startOf(row), file.endOf(row)]
    if (outline === undefined || !outline.flat().every(Number.isFinite) || from < 0 || to < 0) continue
    if (blanks.length === mostOutlines || next + outline.length + 1 > highestNumber) break
    const points = outline.map(([x, y]) => {
      text += `#${++next}=IFCCARTESIANPOINT((${real(x)},${real(y)}));\n`
      return `#${next}`
    })
    text += `#${++next}=IFCPOLYLINE((${points.join()},${points[0]}));\n`
    text += `#${file.idOf(row)}=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#${next});\n`
    blanks.push([from, to])
    at = Math.max(at, to)
  }
  return { blanks, at, text }
}
