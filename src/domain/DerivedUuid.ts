import { createHash } from "node:crypto"

/**
 * Returns the UUID of a scope and names, always the same one: lower-case, version 5.
 *
 * Properties, materials and codes of a file get their UUIDs this way, so that importing it twice gives the same ones.
 * Source: RFC 9562, section 5.5; the scope is a part of the name instead of a namespace UUID.
 */
const derive = (scope: string, ...names: ReadonlyArray<string>): string => {
  const hash = createHash("sha1")
    .update(`plinth\0${scope}\0${names.join("\0")}`)
    .digest()
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Returns the guid of a property of a project: the PropertyId of its values, wherever they come from. */
export const ofProperty = (projectId: string, set: string, name: string): string =>
  derive(projectId, "property", set, name)

/** Returns the guid of a material that a model added. */
export const ofMaterial = (modelGuid: string, name: string): string => derive(modelGuid, "material", name)

/** Returns the guid of a code that a model added. `codification` is the key of its classification system. */
export const ofCode = (modelGuid: string, codification: string | null, identification: string): string =>
  derive(modelGuid, "code", codification ?? "", codification === null ? "" : "named", identification)

/**
 * Returns the guid of a codification library that a model added, by the key of its classification system. A null
 * key means the library named like the model.
 */
export const ofCodification = (modelGuid: string, codification: string | null): string =>
  derive(modelGuid, "codification", codification ?? "", codification === null ? "" : "named")

/** Returns the guid of the material library that a model added. */
export const ofMaterialLibrary = (modelGuid: string): string => derive(modelGuid, "materials")

/** Returns the guid of a reference that a BCF file has without one. */
export const ofBcfReference = (topic: string, path: string, position: number): string =>
  derive(topic, "reference", path, String(position))

/**
 * Returns the guid of the topic about what a model lacks. Another check of the model against the same document gives
 * the same one.
 *
 * @param part the topic itself, or its viewpoint
 */
export const ofCheckTopic = (
  modelGuid: string,
  requirementsId: number,
  specification: string,
  requirement: string,
  part: "topic" | "viewpoint"
): string => derive(modelGuid, "check", String(requirementsId), specification, requirement, part)
