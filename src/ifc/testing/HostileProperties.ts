import {
  data,
  holds,
  list,
  million,
  older,
  references,
  set,
  sharing,
  single,
  space,
  times,
  typed,
  wallOf,
  walls,
  wallType,
  type HostileFile
} from "./HostileLines.ts"
import { guid } from "./SmallFile.ts"

/** Files with hostile property sets. */
export const properties: Record<string, HostileFile> = {
  "a set that many objects share": (n) => data(sharing(n, n)),
  "a set that many types' objects share": (n) =>
    data(
      walls(n) +
        times(n, (i) => single(million(3, i), `P${i}`)) +
        set(8, "S", references(n, million(3))) +
        wallType(9, "(#8)") +
        typed(7, references(n, million(1)), 9)
    ),
  "empty sets of a type": (n) =>
    data(
      walls(n) +
        times(n, (i) => set(million(3, i), "S", "()")) +
        wallType(9, references(n, million(3))) +
        typed(7, references(n, million(1)), 9)
    ),
  "many sets in one relation": (n) =>
    data(
      walls(n) +
        times(n, (i) => set(million(3, i), "S", "()")) +
        holds(7, references(n, million(1)), `IFCPROPERTYSETDEFINITIONSET(${references(n, million(3))})`)
    ),
  "one object in many relations": (n) =>
    data(walls(1) + single(9, "P") + set(8, "S", "(#9)") + times(n, (i) => holds(million(3, i), "(#1000000)", "#8"))),
  "a long text in many sets": (n) =>
    data(
      walls(1) +
        single(9, "P", `IFCTEXT('${"x".repeat(n * 100)}')`) +
        times(n, (i) => set(million(3, i), `S${i}`, "(#9)") + holds(million(4, i), "(#1000000)", `#${million(3, i)}`))
    ),
  "a set of a long name": (n) =>
    data(
      walls(1) +
        times(n, (i) => single(million(3, i), `P${i}`)) +
        set(8, "x".repeat(n * 100), references(n, million(3))) +
        holds(7, "(#1000000)", "#8")
    ),
  "a long text that spatial elements share": (n) =>
    data(
      times(n, space) +
        single(9, "P", `IFCTEXT('${"x".repeat(n * 100)}')`) +
        set(8, "S", "(#9)") +
        holds(7, references(n, million(1)), "#8")
    ),
  "many properties that spatial elements share": (n) => data(sharing(n, n, space)),
  "a long list in many sets": (n) =>
    data(
      walls(1) +
        `#9=IFCPROPERTYLISTVALUE('P',$,${list(n, (i) => `IFCLABEL('w${i}')`)},$);\n` +
        times(n, (i) => set(million(3, i), `S${i}`, "(#9)") + holds(million(4, i), "(#1000000)", `#${million(3, i)}`))
    ),
  "parts that are there twice, and their parts": (n) =>
    data(
      wallOf(list(n, () => "#3000000")) +
        times(
          14,
          (i) => `#${million(3, i)}=IFCCOMPLEXPROPERTY('C${i}',$,'U',(#${million(3, i + 1)},#${million(3, i + 1)}));\n`
        ) +
        single(million(3, 14), "P")
    ),
  "relations that override one property": (n) =>
    older(
      walls(1) +
        single(9, "P") +
        set(8, "S", "(#9)") +
        times(
          n,
          (i) => `#${million(3, i)}=IFCRELOVERRIDESPROPERTIES('${guid(1)}',$,$,$,(#1000000),#8,(#${million(4, i)}));\n`
        ) +
        times(n, (i) => single(million(4, i), "P", `IFCREAL(${i}.)`))
    ),
  "words of one enumeration in many sets": (n) =>
    data(
      walls(1) +
        `#7=IFCPROPERTYENUMERATION('E',${list(n, (i) => `IFCLABEL('w${i}')`)},$);\n#9=IFCPROPERTYENUMERATEDVALUE('P',$,(IFCLABEL('w1')),#7);\n` +
        times(n, (i) => set(million(3, i), `S${i}`, "(#9)") + holds(million(4, i), "(#1000000)", `#${million(3, i)}`))
    ),
  "own words of a property in many sets": (n) =>
    data(
      walls(1) +
        `#9=IFCPROPERTYENUMERATEDVALUE('P',$,${list(n, (i) => `IFCLABEL('w${i}')`)},$);\n` +
        times(n, (i) => set(million(3, i), "S", "(#9)") + holds(million(4, i), "(#1000000)", `#${million(3, i)}`))
    ),
  "parts of parts": (n) =>
    data(
      times(n, (i) => single(million(3, i), `P${i}`)) +
        `#10=IFCCOMPLEXPROPERTY('C',$,'U',${references(n, million(3))});\n` +
        times(n, (i) => `#${million(4, i)}=IFCCOMPLEXPROPERTY('D${i}',$,'U',(#10));\n`) +
        wallOf(references(n, million(4)))
    ),
  "parts of themselves": (n) =>
    data(
      times(
        n,
        (i) =>
          `#${million(3, i)}=IFCCOMPLEXPROPERTY('C${i}',$,'U',(#${million(3, (i + 1) % n)},#${million(3, (i * 7) % n)}));\n`
      ) + wallOf(references(n, million(3)))
    ),
  "one property many times in a set": (n) =>
    data(times(n, (i) => single(million(3, i), "P", `IFCREAL(${i}.)`)) + wallOf(references(n, million(3)))),
  "long lists as values": (n) =>
    data(
      `#9=IFCPROPERTYLISTVALUE('P',$,${list(n, (i) => `IFCREAL(${i}.)`)},$);\n#10=IFCPROPERTYLISTVALUE('Q',$,(IFCX(${list(n, (i) => `${i}.`)})),$);\n` +
        wallOf("(#9,#10)")
    ),
  "a long thing that properties refer to": (n) =>
    data(
      `#6=IFCPERSON('${"x".repeat(n * 40)}',$,$,$,$,$,$,$);\n` +
        times(n, (i) => `#${million(3, i)}=IFCPROPERTYREFERENCEVALUE('P${i}',$,$,#6);\n`) +
        wallOf(references(n, million(3)))
    )
}
