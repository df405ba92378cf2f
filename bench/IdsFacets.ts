/** Parts of IDS documents as XML, for benches and for the agreement with ifctester. */

const value = (text: string): string =>
  text.startsWith("<")
    ? `<xs:restriction base="xs:${/clusive/.test(text) ? "double" : "string"}">${text}</xs:restriction>`
    : `<simpleValue>${text}</simpleValue>`

const member = (name: string, text: string): string => (text === "" ? "" : `<${name}>${value(text)}</${name}>`)

export const entity = (name: string, predefinedType = ""): string =>
  `<entity>${member("name", name)}${member("predefinedType", predefinedType)}</entity>`

export const attribute = (name: string, wanted = "", cardinality = "required"): string =>
  `<attribute cardinality="${cardinality}">${member("name", name)}${member("value", wanted)}</attribute>`

export const property = (set: string, name: string, type: string, wanted = "", cardinality = "required"): string =>
  `<property${type === "" ? "" : ` dataType="${type}"`} cardinality="${cardinality}">${member("propertySet", set)}${member(
    "baseName",
    name
  )}${member("value", wanted)}</property>`

export const material = (wanted = "", cardinality = "required"): string =>
  `<material cardinality="${cardinality}">${member("value", wanted)}</material>`

export const classification = (system: string, wanted = "", cardinality = "required"): string =>
  `<classification cardinality="${cardinality}">${member("value", wanted)}${member("system", system)}</classification>`

export const partOf = (whole: string, relation = "", cardinality = "required"): string =>
  `<partOf cardinality="${cardinality}"${relation === "" ? "" : ` relation="${relation}"`}>${whole}</partOf>`

/** Attributes of an applicability that make a specification optional, required or prohibited. */
export const occurs = {
  optional: `minOccurs="0" maxOccurs="unbounded"`,
  required: `minOccurs="1" maxOccurs="unbounded"`,
  prohibited: `minOccurs="0" maxOccurs="0"`
} as const

export const specification = (
  name: string,
  applicability: string,
  requires: string,
  necessity: keyof typeof occurs = "optional"
): string =>
  `<specification name="${name}" ifcVersion="IFC2X3 IFC4"><applicability ${occurs[necessity]}>${applicability.replaceAll(
    ' cardinality="required"',
    ""
  )}</applicability>${requires === "" ? "" : `<requirements>${requires}</requirements>`}</specification>`

export const documentOf = (title: string, specifications: ReadonlyArray<string>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ids xmlns="http://standards.buildingsmart.org/IDS" ` +
  `xmlns:xs="http://www.w3.org/2001/XMLSchema"><info><title>${title}</title></info><specifications>\n${specifications.join("\n")}\n` +
  `</specifications></ids>`
