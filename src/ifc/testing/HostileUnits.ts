import { data, holds, list, million, references, set, single, times, walls, type HostileFile } from "./HostileLines.ts"

/** What its units may hold. */
export const units: Record<string, HostileFile> = {
  "units of units of units": (n) => {
    const elements = (from: number) => list(40, (i) => `#${from + i}`)
    const level = (i: number) =>
      `#${million(3, i * 100)}=IFCDERIVEDUNIT(${elements(million(3, i * 100 + 1))},.USERDEFINED.,'U${i}');\n${times(40, (j) => `#${million(3, i * 100 + 1 + j)}=IFCDERIVEDUNITELEMENT(#${i === 0 ? 6 : million(3, i * 100 - 100)},1);\n`)}`
    return data(
      `#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n${times(n, level)}` +
        walls(1) +
        times(n, (i) => single(million(4, i), `P${i}`, "IFCREAL(1.)", `#${million(3, i * 100)}`)) +
        set(8, "S", references(n, million(4))) +
        holds(7, "(#1000000)", "#8")
    )
  },
  "units that are defined through themselves": (n) =>
    data(
      walls(1) +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCDERIVEDUNIT((#${million(5, i)}),.USERDEFINED.,'U');\n#${million(5, i)}=IFCDERIVEDUNITELEMENT(#${million(3, (i + 1) % n)},1);\n` +
            single(million(4, i), `P${i}`, "IFCREAL(1.)", `#${million(3, i)}`)
        ) +
        set(8, "S", references(n, million(4))) +
        holds(7, "(#1000000)", "#8")
    ),
  "a long factor of many units": (n) =>
    data(
      walls(1) +
        `#6=IFCMEASUREWITHUNIT(IFCREAL(1.)${" ".repeat(n * 40)},$);\n` +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'U${i}',#6);\n` +
            single(million(4, i), `P${i}`, "IFCREAL(1.)", `#${million(3, i)}`)
        ) +
        set(8, "S", references(n, million(4))) +
        holds(7, "(#1000000)", "#8")
    ),
  "digits that are no factor of many units": (n) =>
    data(
      walls(1) +
        `#6=IFCMEASUREWITHUNIT(IFCREAL(${"1".repeat(4000)}x),$);\n` +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'U${i}',#6);\n` +
            single(million(4, i), `P${i}`, "IFCREAL(1.)", `#${million(3, i)}`)
        ) +
        set(8, "S", references(n, million(4))) +
        holds(7, "(#1000000)", "#8")
    ),
  "many units and many names in two sets": (n) =>
    data(
      walls(1) +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCCONTEXTDEPENDENTUNIT($,.LENGTHUNIT.,'U${i}');\n` +
            single(million(4, i), `P${i}`, "IFCREAL(1.)", `#${million(3, i)}`)
        ) +
        set(8, "S", references(n, million(4))) +
        set(9, "T", references(n, million(4))) +
        holds(7, "(#1000000)", "#8") +
        holds(6, "(#1000000)", "#9")
    )
}
