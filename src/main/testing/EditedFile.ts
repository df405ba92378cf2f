import type { Product, Row } from "./EditingModel.ts"

/**
 * Six products: a wall with all kinds of cells, one with values of its type, a bare one, and an assembly with two parts
 * that have shapes.
 */
export const guids = ["0wall00000000000000001", "0wall00000000000000002", "0wall00000000000000003", "1whole0000000000000004", "1part00000000000000005", "1part00000000000000006"] // prettier-ignore
const storeys = ["3storey000000000000001", "3storey000000000000002"]

const [full, typed, bare, whole, long, short] = guids
const lines = [
  "IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)",
  "IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.)",
  "IFCUNITASSIGNMENT((#1,#2))",
  "IFCPROJECT('4project0000000000000',$,'Edited',$,$,$,$,(#35),#3)",
  "IFCBUILDING('3building0000000000001',$,'House',$,$,$,$,$,.ELEMENT.,$,$,$)",
  `IFCBUILDINGSTOREY('${storeys[0]}',$,'Ground',$,$,$,$,$,.ELEMENT.,0.)`,
  `IFCBUILDINGSTOREY('${storeys[1]}',$,'Upper',$,$,$,$,$,.ELEMENT.,3.)`,
  "IFCRELAGGREGATES('5rel000000000000000001',$,$,$,#4,(#5))",
  "IFCRELAGGREGATES('5rel000000000000000002',$,$,$,#5,(#6,#7))",
  `IFCWALL('${full}',$,'Full','All of it',$,$,$,$,$)`,
  `IFCWALL('${typed}',$,'Typed',$,$,$,$,$,$)`,
  `IFCWALL('${bare}',$,$,$,$,$,$,$,$)`,
  `IFCELEMENTASSEMBLY('${whole}',$,'Whole',$,$,$,$,$,$,$)`,
  `IFCMEMBER('${long}',$,'Long part',$,$,#36,#44,$,$)`,
  "IFCRELAGGREGATES('5rel000000000000000003',$,$,$,#13,(#14,#47))",
  "IFCRELCONTAINEDINSPATIALSTRUCTURE('5rel000000000000000004',$,$,$,(#10,#13),#6)",
  "IFCRELCONTAINEDINSPATIALSTRUCTURE('5rel000000000000000005',$,$,$,(#11),#7)",
  "IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('F30'),$)",
  "IFCPROPERTYSET('5set000000000000000001',$,'Pset_WallCommon',$,(#18))",
  "IFCRELDEFINESBYPROPERTIES('5rel000000000000000006',$,$,$,(#10),#19)",
  "IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('F60'),$)",
  "IFCPROPERTYSET('5set000000000000000002',$,'Pset_WallCommon',$,(#21))",
  "IFCWALLTYPE('5type00000000000000001',$,'Type',$,$,(#22),$,$,$,.STANDARD.)",
  "IFCRELDEFINESBYTYPE('5rel000000000000000007',$,$,$,(#10,#11),#23)",
  "IFCQUANTITYVOLUME('NetVolume',$,$,2.,$)",
  "IFCELEMENTQUANTITY('5set000000000000000003',$,'Qto_WallBaseQuantities',$,$,(#25))",
  "IFCRELDEFINESBYPROPERTIES('5rel000000000000000008',$,$,$,(#10),#26)",
  "IFCMATERIAL('Brick',$,$)",
  "IFCRELASSOCIATESMATERIAL('5rel000000000000000009',$,$,$,(#10),#28)",
  "IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$)",
  "IFCCLASSIFICATIONREFERENCE($,'Ss_25','Walls',#30,$,$)",
  "IFCRELASSOCIATESCLASSIFICATION('5rel000000000000000010',$,$,$,(#10),#31)",
  "IFCCARTESIANPOINT((0.,0.,0.))",
  "IFCAXIS2PLACEMENT3D(#33,$,$)",
  "IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#34,$)",
  "IFCLOCALPLACEMENT($,#34)",
  "IFCDIRECTION((0.,0.,1.))",
  "IFCCARTESIANPOINT((0.,0.))",
  "IFCAXIS2PLACEMENT2D(#38,$)",
  "IFCRECTANGLEPROFILEDEF(.AREA.,$,#39,0.5,1.)",
  "IFCEXTRUDEDAREASOLID(#40,#34,#37,4.)",
  "IFCEXTRUDEDAREASOLID(#40,#34,#37,1.)",
  "IFCSHAPEREPRESENTATION(#35,'Body','SweptSolid',(#41))",
  "IFCPRODUCTDEFINITIONSHAPE($,$,(#43))",
  "IFCSHAPEREPRESENTATION(#35,'Body','SweptSolid',(#42))",
  "IFCPRODUCTDEFINITIONSHAPE($,$,(#45))",
  `IFCMEMBER('${short}',$,'Short part',$,$,#36,#46,$,$)`
]

/** Volumes of products with shapes, in cubic metres. The other products have none. */
export const volumes: ReadonlyMap<string, number> = new Map([
  [long!, 2],
  [short!, 0.5]
])

/** A file with all kinds of cells that can be edited, small enough for thousands of models. */
export const text = [
  "ISO-10303-21;",
  "HEADER;",
  "FILE_DESCRIPTION((''),'2;1');",
  "FILE_NAME('edited.ifc','2026-01-01T00:00:00',(''),(''),'','','');",
  "FILE_SCHEMA(('IFC4'));",
  "ENDSEC;",
  "DATA;",
  ...lines.map((line, i) => `#${i + 1}=${line};`),
  "ENDSEC;",
  "END-ISO-10303-21;",
  ""
].join("\n")

/** The values of the products in the file. */
export const products = (brick: string, walls: string): ReadonlyArray<Product> => {
  const product = (guid: string, own: Row, more: Partial<Product> = {}): Product => ({
    guid,
    whole: null,
    own: { Code: [], ...own },
    ofType: {},
    ...more
  })
  const ofType = { "Pset_WallCommon.FireRating": "F60" }
  const everything = {
    Name: "Full",
    Description: "All of it",
    "Pset_WallCommon.FireRating": "F30",
    "Qto_WallBaseQuantities.NetVolume": 2,
    SpatialLocation: storeys[0]!,
    Material: brick,
    Code: [walls]
  }
  return [
    product(full!, everything, { ofType }),
    product(typed!, { Name: "Typed", SpatialLocation: storeys[1]! }, { ofType }),
    product(bare!, {}),
    product(whole!, { Name: "Whole", SpatialLocation: storeys[0]! }),
    product(long!, { Name: "Long part" }, { whole: whole! }),
    product(short!, { Name: "Short part" }, { whole: whole! })
  ]
}
