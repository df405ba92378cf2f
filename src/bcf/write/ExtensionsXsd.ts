import type { Extensions } from "../BcfFile.ts"
import { element } from "./XmlText.ts"

/**
 * Returns the words of a project as a schema of version 2.1, which restricts the types of markup.xsd. The types of
 * snippets are left out, because not every markup.xsd has a type for them.
 */
export const extensionsSchema = (extensions: Extensions): string => {
  const types: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["TopicType", extensions.topic_type],
    ["TopicStatus", extensions.topic_status],
    ["TopicLabel", extensions.topic_label],
    ["Priority", extensions.priority],
    ["UserIdType", extensions.users],
    ["Stage", extensions.stage]
  ]
  const restricted = types.map(([name, values]) =>
    element(
      "xs:simpleType",
      { name },
      element("xs:restriction", { base: name }, values.map((value) => element("xs:enumeration", { value })).join(""))
    )
  )
  return element(
    "xs:schema",
    { "xmlns:xs": "http://www.w3.org/2001/XMLSchema" },
    element("xs:redefine", { schemaLocation: "markup.xsd" }, restricted.join(""))
  )
}
