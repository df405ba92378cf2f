import { data, holds, list, million, references, set, single, times, wallOf, type HostileFile } from "./HostileLines.ts"

/** A wall whose properties have the units from `million(3)` on, each defined by separate lines. */
const measured = (n: number, unit: (i: number) => string): string =>
  wallOf(references(n, million(4))) +
  times(n, (i) => unit(i) + single(million(4, i), `P${i}`, "IFCREAL(1.)", `#${million(3, i)}`))

const converted = (i: number): string => `#${million(3, i)}=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'U${i}',#6);\n`

/** Files with hostile units. */
export const units: Record<string, HostileFile> = {
  "units of units of units": (n) => {
    const elements = (from: number) => list(40, (i) => `#${from + i}`)
    const level = (i: number) =>
      `#${million(3, i * 100)}=IFCDERIVEDUNIT(${elements(million(3, i * 100 + 1))},.USERDEFINED.,'U${i}');\n${times(40, (j) => `#${million(3, i * 100 + 1 + j)}=IFCDERIVEDUNITELEMENT(#${i === 0 ? 6 : million(3, i * 100 - 100)},1);\n`)}`
    return data(
      `#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n${times(n, level)}` +
        times(n, (i) => single(million(4, i), `P${i}`, "IFCREAL(1.)", `#${million(3, i * 100)}`)) +
        wallOf(references(n, million(4)))
    )
  },
  "units that are defined through themselves": (n) =>
    data(
      measured(
        n,
        (i) =>
          `#${million(3, i)}=IFCDERIVEDUNIT((#${million(5, i)}),.USERDEFINED.,'U');\n#${million(5, i)}=IFCDERIVEDUNITELEMENT(#${million(3, (i + 1) % n)},1);\n`
      )
    ),
  "a long factor of many units": (n) =>
    data(`#6=IFCMEASUREWITHUNIT(IFCREAL(1.)${" ".repeat(n * 40)},$);\n${measured(n, converted)}`),
  "digits that are no factor of many units": (n) =>
    data(`#6=IFCMEASUREWITHUNIT(IFCREAL(${"1".repeat(4000)}x),$);\n${measured(n, converted)}`),
  "many units and many names in two sets": (n) =>
    data(
      measured(n, (i) => `#${million(3, i)}=IFCCONTEXTDEPENDENTUNIT($,.LENGTHUNIT.,'U${i}');\n`) +
        set(9, "T", references(n, million(4))) +
        holds(6, "(#1000000)", "#9")
    )
}
