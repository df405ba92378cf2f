import {
  associated,
  data,
  list,
  million,
  older,
  references,
  times,
  typed,
  walls,
  wallType,
  type HostileFile
} from "./HostileLines.ts"
import { guid } from "./SmallFile.ts"

/** Files with hostile relations, materials and classifications. */
export const relations: Record<string, HostileFile> = {
  "a long material of many layers": (n) =>
    data(
      walls(1) +
        `#6=IFCMATERIAL('${"x".repeat(n * 40)}',$,$);\n` +
        times(n, (i) => `#${million(3, i)}=IFCMATERIALLAYER(#6,1.,$);\n`) +
        `#8=IFCMATERIALLAYERSET(${references(n, million(3))},$);\n` +
        associated(7, "MATERIAL", "(#1000000)", 8)
    ),
  "usages of one long layer set": (n) =>
    data(
      walls(n) +
        `#6=IFCMATERIAL('M',$,$);\n` +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCMATERIALLAYER(#6,1.,$);\n#${million(4, i)}=IFCMATERIALLAYERSETUSAGE(#8,$,$,$,$);\n` +
            associated(million(5, i), "MATERIAL", `(#${million(1, i)})`, million(4, i))
        ) +
        `#8=IFCMATERIALLAYERSET(${references(n, million(3))},$);\n`
    ),
  "lists of one long material": (n) =>
    data(
      walls(n) +
        `#6=IFCMATERIAL('${"x".repeat(n * 40)}',$,$);\n` +
        times(
          n,
          (i) =>
            `#${million(4, i)}=IFCMATERIALLIST((#6));\n` +
            associated(million(5, i), "MATERIAL", `(#${million(1, i)})`, million(4, i))
        )
    ),
  "a long list of one material": (n) =>
    data(
      walls(1) +
        `#6=IFCMATERIAL('${"x".repeat(1000)}',$,$);\n#8=IFCMATERIALLIST(${list(n, () => "#6")});\n` +
        associated(7, "MATERIAL", "(#1000000)", 8)
    ),
  "layer sets of one long layer": (n) =>
    data(
      walls(n) +
        `#6=IFCMATERIAL('M',$,$);\n#5=IFCMATERIALLAYER(#6,1.,$,'${"x".repeat(1000)}',$,$,$);\n` +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCMATERIALLAYERSET(${list(20, () => "#5")},'S${i}');\n` +
            associated(million(4, i), "MATERIAL", `(#${million(1, i)})`, million(3, i))
        )
    ),
  "a type of a long name": (n) =>
    data(
      walls(n) + wallType(9, "$").replace("'T'", `'${"x".repeat(n * 40)}'`) + typed(7, references(n, million(1)), 9)
    ),
  "long codes of many products": (n) =>
    data(
      walls(n) +
        times(
          20,
          (i) =>
            `#${million(3, i)}=IFCCLASSIFICATIONREFERENCE($,'${"x".repeat(1000)}${i}',$,$,$,$);\n` +
            associated(million(4, i), "CLASSIFICATION", references(n, million(1)), million(3, i))
        )
    ),
  "many materials of a type": (n) =>
    data(
      walls(n) +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCMATERIAL('M${i}',$,$);\n` +
            associated(million(4, i), "MATERIAL", "(#9)", million(3, i))
        ) +
        wallType(9, "$") +
        typed(7, references(n, million(1)), 9)
    ),
  "many codes of a type": (n) =>
    data(
      walls(n) +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCCLASSIFICATIONREFERENCE($,'C${i}',$,$,$,$);\n` +
            associated(million(4, i), "CLASSIFICATION", "(#9)", million(3, i))
        ) +
        wallType(9, "$") +
        typed(7, references(n, million(1)), 9)
    ),
  "codes of one long classification": (n) =>
    data(
      `#6=IFCCLASSIFICATION($,$,$,'N','${"x".repeat(n * 40)}',$,$);\n` +
        times(n, (i) => `#${million(3, i)}=IFCCLASSIFICATIONREFERENCE($,'C${i}',$,#6,$,$);\n`)
    ),
  "a long chain of codes": (n) =>
    data(times(n, (i) => `#${million(3, i)}=IFCCLASSIFICATIONREFERENCE($,'C${i}',$,#${million(3, i + 1)},$,$);\n`)),
  "codes that are their own source": (n) =>
    data(
      times(n, (i) => `#${million(3, i)}=IFCCLASSIFICATIONREFERENCE($,'C${i}',$,#${million(3, (i + 1) % n)},$,$);\n`)
    ),
  "a long facet of many notations": (n) =>
    older(
      `#6=IFCCLASSIFICATIONNOTATIONFACET('${"x".repeat(n * 40)}');\n` +
        times(n, (i) => `#${million(3, i)}=IFCCLASSIFICATIONNOTATION((#6));\n`)
    ),
  "a long date of many classifications": (n) =>
    older(
      `#6=IFCCALENDARDATE(1,1,2020${" ".repeat(n * 40)});\n` +
        times(n, (i) => `#${million(3, i)}=IFCCLASSIFICATION('S','E',#6,'N${i}');\n`)
    ),
  "parts of parts of parts of a product": (n) =>
    data(
      walls(n) +
        times(
          n - 1,
          (i) => `#${million(3, i)}=IFCRELAGGREGATES('${guid(1)}',$,$,$,#${million(1, i)},(#${million(1, i + 1)}));\n`
        )
    ),
  "products that are parts of themselves": (n) =>
    data(
      walls(n) +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCRELAGGREGATES('${guid(1)}',$,$,$,#${million(1, i)},(#${million(1, (i + 1) % n)}));\n`
        )
    ),
  "spaces in spaces": (n) =>
    data(
      times(
        n,
        (i) =>
          `#${million(1, i)}=IFCSPACE('${guid(100 + i)}',$,'S',$,$,$,$,$,$,$,$);\n#${million(3, i)}=IFCRELAGGREGATES('${guid(1)}',$,$,$,#${million(1, i + 1)},(#${million(1, i)}));\n`
      )
    ),
  "types of types": (n) =>
    data(
      walls(n) +
        times(
          n,
          (i) =>
            wallType(million(3, i), "$") +
            typed(million(4, i), `(#${million(1, i)},#${million(3, (i + 1) % n)})`, million(3, i))
        )
    ),
  "openings that fill and void in circles": (n) =>
    data(
      times(
        n,
        (i) =>
          `#${million(1, i)}=IFCDOOR('${guid(100 + i)}',$,'D',$,$,$,$,$,$,$,$,$,$);\n#${million(3, i)}=IFCRELFILLSELEMENT('${guid(1)}',$,$,$,#${million(1, (i + 1) % n)},#${million(1, i)});\n`
      )
    ),
  "products at the end of a long chain of zones": (n) =>
    data(
      walls(n) +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCSPATIALZONE('${guid(1)}',$,'Z',$,$,$,$,$,$);\n` +
            `#${million(4, i)}=IFCRELAGGREGATES('${guid(1)}',$,$,$,#${million(3, i + 1)},(#${million(3, i)}));\n`
        ) +
        times(2, (i) => {
          const walls = references(n, million(1))
          return `#${5 + i}=IFCRELCONTAINEDINSPATIALSTRUCTURE('${guid(1)}',$,$,$,${walls},#${million(3, i)});\n`
        })
    ),
  "products in groups that are in each other": (n) => {
    const groups = Math.ceil(Math.sqrt(n))
    const assigned = (id: number, members: string, group: number): string =>
      `#${id}=IFCRELASSIGNSTOGROUP('${guid(1)}',$,$,$,${members},$,#${million(3, group)});\n`
    return data(
      walls(n) +
        times(n, (i) => `#${million(3, i)}=IFCGROUP('${guid(1)}',$,'G',$,$);\n`) +
        times(n, (i) => assigned(million(4, i), `(#${million(1, i)})`, i)) +
        times(groups, (i) => assigned(million(5, i), references(n, million(3)), i))
    )
  },
  "one product in many containers": (n) =>
    data(
      walls(1) +
        times(
          n,
          (i) =>
            `#${million(3, i)}=IFCBUILDINGSTOREY('${guid(100 + i)}',$,'S',$,$,$,$,$,$,$);\n#${million(4, i)}=IFCRELCONTAINEDINSPATIALSTRUCTURE('${guid(1)}',$,$,$,(#1000000),#${million(3, i)});\n`
        )
    )
}
