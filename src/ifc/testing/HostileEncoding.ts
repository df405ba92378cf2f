import {
  associated,
  cut,
  data,
  latin1,
  million,
  references,
  single,
  times,
  wall,
  wallOf,
  walls,
  type HostileFile
} from "./HostileLines.ts"
import { bytesOf, guid, project, stepFile } from "./SmallFile.ts"

/**
 * Two spellings of eight letters that have the same hash with fixed factors and right shifts, selected by the bits of
 * i.
 */
const twins = (i: number): string => {
  let text = ""
  for (let bit = 0; bit < 14; bit++) text += (i >> bit) & 1 ? "aaa\u00e1bb\u0063\u00e2" : "aaa\u0061bbb\u0062"
  return text
}

/** The multiplicative inverse of a factor modulo 2^32. */
const inverse = (factor: number): number => {
  let found = factor
  for (let i = 0; i < 5; i++) found = Math.imul(found, 2 - Math.imul(factor, found))
  return found
}

/** Reals with the same hash for these fixed factors: of the two halves, and of the kind beside the lower half. */
const equalSums = (i: number): string => {
  const view = new DataView(new ArrayBuffer(8))
  const high = 0x3ff0_0000 + i
  view.setUint32(0, high)
  const sum = Math.imul(inverse(0x85ebca6b), 0x1234567 ^ Math.imul(high, 0xc2b2ae35))
  view.setUint32(4, sum ^ Math.imul(2, 0x9e3779b1))
  return view.getFloat64(0).toFixed(20)
}

/** Files with a hostile encoding. */
export const encoding: Record<string, HostileFile> = {
  "a text of the header without end": (n) => cut(`FILE_NAME('${"\\S\\'".repeat(n)}`),
  "statements of the header with texts without end": (n) => cut(";\\S\\'".repeat(n)),
  "FILE_SCHEMA without a list": (n) => cut("FILE_SCHEMA;".repeat(n)),
  "FILE_SCHEMA with texts without end": (n) => cut("FILE_SCHEMA((\\S\\';".repeat(n)),
  "statements between sections with texts without end": (n) =>
    bytesOf(stepFile(project()).replace("END-ISO", () => `${"A\\S\\';".repeat(n)}\nEND-ISO`)),
  "instances with texts without end": (n) => data(times(n, (i) => `#${10 + i}=IFCWALL('\\S\\'\n`)),
  "instances with comments without end": (n) => data(times(n, (i) => `#${10 + i}=/*\n`)),
  "keywords with comments without end": (n) => data(times(n, (i) => `#${10 + i}=IFCWALL/*\n`)),
  "instances within a comment that is none of theirs": (n) => data(times(n, (i) => `#${10 + i}=/*\n`) + "*/x;"),
  "names within a comment behind the first": (n) => data(times(n, (i) => `#${10 + i}/*\n`) + "*/x;"),
  "keywords within a comment behind the first": (n) => data(times(n, (i) => `#${10 + i}=IFCWALL/*\n`) + "*/x;"),
  "comments between all": (n) => data(times(n, (i) => wall(i).replaceAll(",", "/* , */,/***/"))),
  "a long comment": (n) => data(`/*${"* / ".repeat(n)}*/${walls(10)}`),
  "equal signs": (n) => data(`#10=IFCWALL(${"= ".repeat(n)});\n`),
  "quotation marks": (n) => data(`#10=IFCWALL(${'"'.repeat(n)});\n`),
  "stray letters": (n) => data("x;".repeat(n)),
  "keywords that no schema has": (n) => data(times(n, (i) => `#${10 + i}=X${i}(1);\n`)),
  "long keywords": (n) => data(times(100, (i) => `#${10 + i}=${"Y".repeat(n)}${i % 7}(1);\n`)),
  "one instance of many arguments": (n) => data(`#10=IFCWALL('${guid(10)}'${",$".repeat(n)});\n`),
  "deep lists": (n) => data(wallOf("(#9)") + single(9, "P", "(".repeat(n) + ")".repeat(n))),
  "lists that are not closed": (n) => data(times(n, (i) => `#${10 + i}=IFCWALL((\n`)),
  "long texts with escapes": (n) =>
    data(
      wall(0).replace("W0", () => "\\X2\\00E4\\X0\\''\\S\\'\\\\".repeat(n)) +
        wall(1).replace("W1", "\\X2\\" + "00E4".repeat(n))
    ),
  "numbers that come again": (n) => data(times(n, () => wall(0))),
  "numbers far apart": (n) => data(times(n, (i) => wall(i).replace(/^#\d+/, `#${i + 1}00000000000`))),
  "texts that fall together": (n) =>
    latin1(stepFile(project() + times(Math.min(n, 16_384), (i) => wall(i).replace(/W\d+/, twins(i))))),
  "numbers that fall together": (n) =>
    data(
      times(n, (i) => single(million(3, i), `P${i}`, `IFCREAL(${equalSums(i)})`)) + wallOf(references(n, million(3)))
    ),
  "GlobalIds that come again": (n) => data(times(n, (i) => wall(i).replace(/\('\d+'/, `('${guid(7)}'`))),
  "names that are typed and no texts": (n) => data(times(n, (i) => wall(i).replaceAll("'", "").replace(`W${i}`, "A"))),
  "factors that are typed and no numbers": (n) =>
    data(
      times(n, (i) => `#${million(3, i)}=IFCMATERIALLAYER($,A,$);\n`) +
        `#7=IFCMATERIALLAYERSET(${references(n, million(3))},$);\n` +
        walls(1) +
        associated(8, "MATERIAL", "(#1000000)", 7) +
        " ".repeat(n * 40)
    )
}
