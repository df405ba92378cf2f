import { Schema } from "effect"

/**
 * Everything a caller can be told went wrong. The tag is the code of contract section 10, `details` one sentence for
 * a person. None knows a status: `http/errors/ErrorTable.ts` does. They encode, for failed operations keep them.
 */
const fields = { details: Schema.String }

/** Where in a body the fault lies (RFC 6901) and what is wrong there. */
export const BodyFault = Schema.Struct({ pointer: Schema.String, detail: Schema.String })
export type BodyFault = typeof BodyFault.Type

export class InvalidIdentifier extends Schema.TaggedError<InvalidIdentifier>()("InvalidIdentifier", fields) {}
export class InvalidBody extends Schema.TaggedError<InvalidBody>()("InvalidBody", {
  ...fields,
  faults: Schema.Array(BodyFault)
}) {}
export class InvalidParameter extends Schema.TaggedError<InvalidParameter>()("InvalidParameter", fields) {}
export class InvalidHeader extends Schema.TaggedError<InvalidHeader>()("InvalidHeader", fields) {}
export class MissingClientSessionId extends Schema.TaggedError<MissingClientSessionId>()(
  "MissingClientSessionId",
  fields
) {}
export class InvalidCalculator extends Schema.TaggedError<InvalidCalculator>()("InvalidCalculator", fields) {}
export class InvalidUploadKey extends Schema.TaggedError<InvalidUploadKey>()("InvalidUploadKey", fields) {}
export class UploadNotFound extends Schema.TaggedError<UploadNotFound>()("UploadNotFound", fields) {}
export class UploadTooLarge extends Schema.TaggedError<UploadTooLarge>()("UploadTooLarge", fields) {}
/** Code `UploadTooLarge`, found when a model is made of the upload. */
export class UploadedFileTooLarge extends Schema.TaggedError<UploadedFileTooLarge>()("UploadedFileTooLarge", fields) {}
export class UnsupportedFileType extends Schema.TaggedError<UnsupportedFileType>()("UnsupportedFileType", fields) {}
export class InvalidRole extends Schema.TaggedError<InvalidRole>()("InvalidRole", fields) {}
export class SampleProjectReadOnly extends Schema.TaggedError<SampleProjectReadOnly>()(
  "SampleProjectReadOnly",
  fields
) {}
export class OperationNotReady extends Schema.TaggedError<OperationNotReady>()("OperationNotReady", fields) {}
export class OperationFailed extends Schema.TaggedError<OperationFailed>()("OperationFailed", fields) {}
export class Cancelled extends Schema.TaggedError<Cancelled>()("Cancelled", fields) {}
export class ProjectNotFound extends Schema.TaggedError<ProjectNotFound>()("ProjectNotFound", fields) {}
export class ModelNotFound extends Schema.TaggedError<ModelNotFound>()("ModelNotFound", fields) {}
export class VersionNotFound extends Schema.TaggedError<VersionNotFound>()("VersionNotFound", fields) {}
export class OperationNotFound extends Schema.TaggedError<OperationNotFound>()("OperationNotFound", fields) {}
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", fields) {}
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", fields) {}
export class InsufficientScope extends Schema.TaggedError<InsufficientScope>()("InsufficientScope", {
  ...fields,
  scope: Schema.String
}) {}
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {
  ...fields,
  /** False where no token came at all: RFC 6750 wants no error code then. */
  tokenGiven: Schema.Boolean
}) {}
export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", {
  ...fields,
  allow: Schema.String
}) {}
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", fields) {}
export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()("BodyTooLarge", fields) {}
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TooManyRequests", {
  ...fields,
  retryAfterSeconds: Schema.Number
}) {}
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", fields) {}
export class DuplicateName extends Schema.TaggedError<DuplicateName>()("DuplicateName", fields) {}
export class ReferenceNotFound extends Schema.TaggedError<ReferenceNotFound>()("ReferenceNotFound", fields) {}
export class InvalidHierarchy extends Schema.TaggedError<InvalidHierarchy>()("InvalidHierarchy", fields) {}
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", fields) {}
