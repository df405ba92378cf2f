import { describe, expect, test } from "bun:test"
import { cellsOf, guid, project, read } from "../testing/SmallFile.ts"

/** The value of a property that refers to instance 10. */
const referred = (lines: string, schema = "IFC4") => {
  const wall = schema === "IFC2X3" ? "'W',$,$,$,$,$" : "'W',$,$,$,$,$,$"
  const { content } = read(
    `${project()}#3=IFCWALL('${guid(3)}',$,${wall});\n#4=IFCPROPERTYSET('${guid(4)}',$,'S',$,(#6));\n` +
      `#5=IFCRELDEFINESBYPROPERTIES('${guid(5)}',$,$,$,(#3),#4);\n#6=IFCPROPERTYREFERENCEVALUE('P',$,$,#10);\n${lines}`,
    schema
  )
  return cellsOf(content)["S.P"]!.value
}

const day = "#11=IFCCALENDARDATE(24,12,2019);\n"
const oak = "#11=IFCMATERIAL('Oak',$,$);\n"

describe("a reference shows the name of", () => {
  test.each([
    [
      "a layer set",
      `${oak}#12=IFCMATERIALLAYER(#11,20.,$,$,$,$,$);\n#10=IFCMATERIALLAYERSET((#12),'Deck',$);\n`,
      "Deck"
    ],
    ["the layer set of a usage", "#11=IFCMATERIALLAYERSET((),'Deck',$);\n#10=IFCMATERIALLAYERSETUSAGE(#11,.AXIS2.,.POSITIVE.,0.,$);\n", "Deck"], // prettier-ignore
    ["a layer", `${oak}#10=IFCMATERIALLAYER(#11,20.,$,'Plank',$,$,$);\n`, "Plank"],
    ["the material of a layer without name", `${oak}#10=IFCMATERIALLAYER(#11,20.,$,$,$,$,$);\n`, "Oak"],
    ["materials of a list", `${oak}#12=IFCMATERIAL('Ash',$,$);\n#10=IFCMATERIALLIST((#11,#12));\n`, "Oak; Ash"],
    ["a profile set", "#10=IFCMATERIALPROFILESET('Frame',$,(),$);\n", "Frame"],
    ["a constituent set", "#10=IFCMATERIALCONSTITUENTSET('Glazing',$,());\n", "Glazing"],
    ["a postal address", "#10=IFCPOSTALADDRESS($,$,$,$,('Mill Lane 1','Yard'),$,'Ely',$,'CB7',$);\n", "Mill Lane 1, Yard, CB7, Ely"], // prettier-ignore
    ["an external reference without name", "#10=IFCDOCUMENTREFERENCE('https://d.example',$,$,$,$);\n", "https://d.example"] // prettier-ignore
  ])("%s", (_, lines, name) => expect(referred(lines)).toBe(name))

  test.each([
    ["a day", "#10=IFCCALENDARDATE(24,12,2019);\n", "2019-12-24"],
    ["a time", "#10=IFCLOCALTIME(7,5,$,$,$);\n", "07:05:00"],
    [
      "a day and a time",
      `${day}#12=IFCLOCALTIME(17,30,1.5,$,$);\n#10=IFCDATEANDTIME(#11,#12);\n`,
      "2019-12-24T17:30:01.5"
    ],
    ["a time of a zone", "#11=IFCCOORDINATEDUNIVERSALTIMEOFFSET(3,30,.BEHIND.);\n#10=IFCLOCALTIME(17,$,$,#11,$);\n", "17:00:00-03:30"] // prettier-ignore
  ])("%s of IFC2X3", (_, lines, name) => expect(referred(lines, "IFC2X3")).toBe(name))
})
