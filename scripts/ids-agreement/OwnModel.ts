import { guid, project, stepFile } from "../../src/ifc/testing/SmallFile.ts"

/** Writes `IFCWALL(GlobalId,$,Name,…)` as the line of an instance with a GlobalId. */
const rooted = (id: number, of: string, ...rest: ReadonlyArray<string>): string =>
  `#${id}=${of}('${guid(id)}',$,${rest.join()});\n`

const element = (id: number, of: string, name: string, ...rest: ReadonlyArray<string>): string =>
  rooted(id, of, `'${name}'`, "$", ...rest)

const relation = (id: number, of: string, ...rest: ReadonlyArray<string>): string => rooted(id, of, "$", "$", ...rest)

const units =
  project("#3,#4,#5") +
  "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n#4=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);\n" +
  "#5=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.);\n#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"

const places =
  element(10, "IFCSITE", "Site", "$,$,$,$,.ELEMENT.,$,$,$,$,$") +
  element(11, "IFCBUILDING", "Building", "$,$,$,$,.ELEMENT.,$,$,$") +
  element(12, "IFCBUILDINGSTOREY", "Storey", "$,$,$,$,.ELEMENT.,2800.") +
  element(13, "IFCSPACE", "Room", "$,$,$,'Living room',.ELEMENT.,.INTERNAL.,$") +
  relation(14, "IFCRELAGGREGATES", "#1", "(#10)") +
  relation(15, "IFCRELAGGREGATES", "#10", "(#11)") +
  relation(16, "IFCRELAGGREGATES", "#11", "(#12)") +
  relation(17, "IFCRELAGGREGATES", "#12", "(#13)")

const elements =
  element(20, "IFCWALL", "Glazed wall", "'Glazed',$,$,'W-1',.USERDEFINED.") +
  element(21, "IFCWALL", "Typed wall", "$,$,$,'W-2',$") +
  element(22, "IFCDOOR", "Door", "$,$,$,$,2100.,900.,.DOOR.,.SINGLE_SWING_LEFT.,$") +
  element(23, "IFCOPENINGELEMENT", "Opening", "$,$,$,$,.OPENING.") +
  element(24, "IFCFURNITURE", "Table", "$,$,$,$,.TABLE.") +
  element(25, "IFCFURNITURE", "Drawer", "$,$,$,$,.NOTDEFINED.") +
  element(26, "IFCROOF", "Roof", "$,$,$,$,.GABLE_ROOF.") +
  element(27, "IFCSLAB", "Roof slab", "$,$,$,$,.ROOF.") +
  element(28, "IFCFLOWTERMINAL", "Terminal", "$,$,$,$") +
  rooted(30, "IFCWALLTYPE", "'Type'", "$,$,(#70),$,$,'Framed',.USERDEFINED.") +
  relation(31, "IFCRELDEFINESBYTYPE", "(#21)", "#30") +
  relation(32, "IFCRELVOIDSELEMENT", "#20", "#23") +
  relation(33, "IFCRELFILLSELEMENT", "#23", "#22") +
  relation(34, "IFCRELNESTS", "#24", "(#25)") +
  relation(35, "IFCRELAGGREGATES", "#26", "(#27)") +
  relation(36, "IFCRELCONTAINEDINSPATIALSTRUCTURE", "(#20,#21,#22,#26)", "#12") +
  relation(37, "IFCRELCONTAINEDINSPATIALSTRUCTURE", "(#24,#28)", "#13")

const groups =
  element(40, "IFCZONE", "Zone", "$,$") +
  element(41, "IFCDISTRIBUTIONSYSTEM", "Ventilation", "$,$,.VENTILATION.") +
  element(42, "IFCGROUP", "Group", "$") +
  relation(43, "IFCRELASSIGNSTOGROUP", "(#13)", "$", "#40") +
  relation(44, "IFCRELASSIGNSTOGROUP", "(#28)", "$", "#41") +
  relation(45, "IFCRELASSIGNSTOGROUP", "(#24)", "$", "#42")

const properties =
  "#50=IFCPROPERTYENUMERATEDVALUE('Enumerated',$,(IFCLABEL('a'),IFCLABEL('b')),$);\n" +
  "#51=IFCPROPERTYLISTVALUE('Listed',$,(IFCLENGTHMEASURE(1000.),IFCLENGTHMEASURE(2500.)),$);\n" +
  "#52=IFCPROPERTYBOUNDEDVALUE('Bounded',$,IFCLENGTHMEASURE(3000.),IFCLENGTHMEASURE(1000.),$,IFCLENGTHMEASURE(2000.));\n" +
  "#53=IFCPROPERTYTABLEVALUE('Table',$,(IFCLABEL('x'),IFCLABEL('y')),(IFCREAL(1.5),IFCREAL(2.5)),$,$,$,$);\n" +
  "#54=IFCCOMPLEXPROPERTY('Complex',$,'Usage',(#50));\n#55=IFCPROPERTYREFERENCEVALUE('Reference',$,$,#95);\n" +
  "#56=IFCPROPERTYSINGLEVALUE('Own unit',$,IFCLENGTHMEASURE(2.5),#6);\n" +
  "#57=IFCPROPERTYSINGLEVALUE('Empty text',$,IFCLABEL(''),$);\n" +
  "#58=IFCPROPERTYSINGLEVALUE('Unknown',$,IFCLOGICAL(.U.),$);\n" +
  "#59=IFCPROPERTYSINGLEVALUE('Duration',$,IFCDURATION('P2D'),$);\n" +
  "#60=IFCPROPERTYSINGLEVALUE('Zero',$,IFCINTEGER(0),$);\n" +
  "#61=IFCPROPERTYSINGLEVALUE('Temperature',$,IFCTHERMODYNAMICTEMPERATUREMEASURE(20.),$);\n" +
  rooted(65, "IFCPROPERTYSET", "'Forms'", "$,(#50,#51,#52,#53,#54,#55,#56,#57,#58,#59,#60,#61)") +
  relation(66, "IFCRELDEFINESBYPROPERTIES", "(#20)", "#65") +
  "#67=IFCPROPERTYSINGLEVALUE('Reference',$,IFCIDENTIFIER('own'),$);\n" +
  "#68=IFCPROPERTYSINGLEVALUE('Reference',$,IFCIDENTIFIER('of the type'),$);\n" +
  "#69=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$);\n" +
  rooted(70, "IFCPROPERTYSET", "'Pset_WallCommon'", "$,(#68,#69)") +
  rooted(71, "IFCPROPERTYSET", "'Pset_WallCommon'", "$,(#67)") +
  relation(72, "IFCRELDEFINESBYPROPERTIES", "(#21)", "#71") +
  "#73=IFCQUANTITYLENGTH('Width',$,$,200.,$);\n#74=IFCQUANTITYAREA('NetSideArea',$,$,12.,$);\n" +
  rooted(75, "IFCELEMENTQUANTITY", "'Qto_WallBaseQuantities'", "$,$,(#73,#74)") +
  relation(76, "IFCRELDEFINESBYPROPERTIES", "(#20)", "#75")

const classifications =
  "#80=IFCCLASSIFICATION($,$,$,'Uniformat',$,$,$);\n#81=IFCCLASSIFICATIONREFERENCE($,'E20',$,#80,$,$);\n" +
  "#82=IFCCLASSIFICATIONREFERENCE($,'E2020200',$,#81,$,$);\n#83=IFCCLASSIFICATION($,$,$,'Other',$,$,$);\n" +
  "#84=IFCCLASSIFICATIONREFERENCE($,'31.24',$,#83,$,$);\n" +
  relation(85, "IFCRELASSOCIATESCLASSIFICATION", "(#24)", "#82") +
  relation(86, "IFCRELASSOCIATESCLASSIFICATION", "(#30)", "#84") +
  relation(87, "IFCRELASSOCIATESCLASSIFICATION", "(#26)", "#80")

const materials =
  "#90=IFCMATERIAL('Holz',$,'Wood');\n#91=IFCMATERIAL('Glass',$,$);\n" +
  "#92=IFCMATERIALCONSTITUENT('Frame',$,#90,$,$);\n#93=IFCMATERIALCONSTITUENT('Pane',$,#91,$,'Glazing');\n" +
  "#94=IFCMATERIALCONSTITUENTSET('Window',$,(#92,#93));\n#95=IFCMATERIALLAYER(#90,120.,.F.,'Core',$,'LoadBearing',$);\n" +
  "#96=IFCMATERIALLAYERSET((#95),'Default Wall',$);\n#97=IFCMATERIALLAYERSETUSAGE(#96,.AXIS2.,.POSITIVE.,0.,$);\n" +
  "#98=IFCMATERIALLIST((#90,#91));\n#99=IFCCIRCLEPROFILEDEF(.AREA.,'Round',$,50.);\n" +
  "#100=IFCMATERIALPROFILE('Bar',$,#90,#99,$,'Section');\n#101=IFCMATERIALPROFILESET('Profiles',$,(#100),$);\n" +
  relation(102, "IFCRELASSOCIATESMATERIAL", "(#22)", "#94") +
  relation(103, "IFCRELASSOCIATESMATERIAL", "(#20)", "#97") +
  relation(104, "IFCRELASSOCIATESMATERIAL", "(#30)", "#90") +
  relation(105, "IFCRELASSOCIATESMATERIAL", "(#24)", "#98") +
  relation(106, "IFCRELASSOCIATESMATERIAL", "(#28)", "#101") +
  "#107=IFCPROPERTYSINGLEVALUE('MassDensity',$,IFCMASSDENSITYMEASURE(600.),$);\n" +
  "#108=IFCMATERIALPROPERTIES('Pset_MaterialCommon',$,(#107),#90);\n"

/**
 * A model of IFC4 with features that the shared ones lack: groups, nests, forms of properties, user-defined types,
 * codes below others, and every form of material.
 */
export const ownModel: string = stepFile(units + places + elements + groups + properties + classifications + materials)
