import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Conflict, type LimitExceeded, type NotFound } from "../Errors.ts"
import { Uuid } from "../Identifier.ts"
import { exceeded } from "../Limit.ts"
import { limits } from "../Limits.ts"
import { missing } from "../Missing.ts"
import { maybe } from "../Optional.ts"
import { Description, OtherText, Uri } from "../Text.ts"
import { Moment } from "./Moment.ts"
import type { DocumentReference, TopicFile } from "./Topic.ts"
import { Link } from "./TopicDraft.ts"

const exactlyOne = ({ document_guid, url }: { readonly document_guid?: string; readonly url?: string }) =>
  (document_guid === undefined) !== (url === undefined) || "must have either document_guid or url"

/** A reference to a document of the project, or to a page elsewhere. */
export const DocumentReferenceDraft = Schema.Struct({
  guid: maybe(Uuid),
  document_guid: maybe(Uuid),
  url: maybe(Link),
  description: maybe(Description)
})
  .pipe(Schema.filter(exactlyOne))
  .annotations({ identifier: "BcfDocumentReferenceDraft" })
export type DocumentReferenceDraft = typeof DocumentReferenceDraft.Type

export const newReference = ({ guid, ...draft }: DocumentReferenceDraft): DocumentReference => ({
  guid: guid ?? crypto.randomUUID(),
  ...draft
})

/** Returns the references of a topic with a new one, or why it cannot be added. */
export const withReference = (
  references: ReadonlyArray<DocumentReference>,
  reference: DocumentReference
): Either.Either<ReadonlyArray<DocumentReference>, Conflict | LimitExceeded> => {
  if (references.some(({ guid }) => guid === reference.guid)) {
    return Either.left(new Conflict({ details: "The guid is taken in this topic." }))
  }
  return references.length < limits.referencesOfTopic.most
    ? Either.right([...references, reference])
    : Either.left(exceeded(limits.referencesOfTopic))
}

/** Returns the references of a topic with the reference of this guid replaced. */
export const withChangedReference = (
  references: ReadonlyArray<DocumentReference>,
  reference: DocumentReference
): Either.Either<ReadonlyArray<DocumentReference>, NotFound> => {
  const at = references.findIndex(({ guid }) => guid === reference.guid)
  return at === -1 ? Either.left(missing.reference()) : Either.right(references.with(at, reference))
}

/** A model file that a topic is about, as a client sends it. */
export const TopicFileDraft = Schema.Struct({
  ifc_project: maybe(OtherText),
  ifc_spatial_structure_element: maybe(OtherText),
  filename: maybe(OtherText),
  date: maybe(Moment),
  reference: maybe(Uri)
}).annotations({ identifier: "BcfFileDraft" })

/** Returns the part of a reference that names a model of the project, or null if it names none. */
const modelOf = ({ reference }: TopicFile, projectId: string): string | null =>
  new RegExp(`/projects/${projectId}/models/(\\d+)$`).exec(reference ?? "")?.[1] ?? null

/**
 * Returns the files of a topic after a member has replaced those that the member sees. Files of models of the project
 * that are not among `models` stay, and none is added.
 */
export const replacedFiles = <A extends TopicFile>(
  files: ReadonlyArray<A>,
  sent: ReadonlyArray<TopicFile>,
  projectId: string,
  models: ReadonlySet<string>
): ReadonlyArray<A | TopicFile> => {
  const seen = new Set(filesOfModels(files, projectId, models))
  return [...filesOfModels(sent, projectId, models), ...files.filter((file) => !seen.has(file))]
}

/** Returns the files of a topic without those of models of the project that are not among `models`. */
export const filesOfModels = <A extends TopicFile>(
  files: ReadonlyArray<A>,
  projectId: string,
  models: ReadonlySet<string>
): ReadonlyArray<A> =>
  files.filter((file) => {
    const model = modelOf(file, projectId)
    return model === null || models.has(model)
  })
