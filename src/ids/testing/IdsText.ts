/** A specification with these facets and attributes of its applicability. The requirements begin on a separate line. */
export const specification = (
  applicability: string,
  requirements: string,
  occurs = `minOccurs="1" maxOccurs="unbounded"`
): string =>
  `<specification name="Name" ifcVersion="IFC4"><applicability ${occurs}>${applicability}</applicability>${
    requirements === "" ? "" : `<requirements>\n${requirements}</requirements>`
  }</specification>`

/** A document with these specifications, each on a separate line from the fifth line on. */
export const idsFile = (...specifications: ReadonlyArray<string>): string =>
  [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema">`,
    `<info><title>Title</title></info>`,
    `<specifications>`,
    ...specifications,
    `</specifications></ids>`
  ].join("\n")
