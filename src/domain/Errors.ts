import * as Schema from "effect/Schema"
import { optional } from "./Optional.ts"

const { TaggedError } = Schema

/**
 * The field that all errors for callers have. The tag is the code of contract section 10; `details` is one sentence for
 * a person. Errors know no HTTP status: `http/errors/ErrorTable.ts` does. They can be encoded, because failed
 * operations store them.
 */
const fields = { details: Schema.String }

/** A fault of a body: a pointer to its place (RFC 6901) and what is wrong there. */
export const BodyFault = Schema.Struct({ pointer: Schema.String, detail: Schema.String })
export type BodyFault = typeof BodyFault.Type

export class InvalidIdentifier extends TaggedError<InvalidIdentifier>()("InvalidIdentifier", fields) {}
export class InvalidBody extends TaggedError<InvalidBody>()("InvalidBody", {
  ...fields,
  faults: Schema.Array(BodyFault)
}) {}
export class InvalidParameter extends TaggedError<InvalidParameter>()("InvalidParameter", fields) {}
export class InvalidField extends TaggedError<InvalidField>()("InvalidField", fields) {}
export class InvalidHeader extends TaggedError<InvalidHeader>()("InvalidHeader", fields) {}
export class MissingClientSessionId extends TaggedError<MissingClientSessionId>()("MissingClientSessionId", fields) {}
export class SessionNotActive extends TaggedError<SessionNotActive>()("SessionNotActive", fields) {}
export class SessionAlreadyActive extends TaggedError<SessionAlreadyActive>()("SessionAlreadyActive", fields) {}
export class InvalidCalculator extends TaggedError<InvalidCalculator>()("InvalidCalculator", fields) {}
export class InvalidUploadKey extends TaggedError<InvalidUploadKey>()("InvalidUploadKey", fields) {}
export class UploadNotFound extends TaggedError<UploadNotFound>()("UploadNotFound", fields) {}
export class UploadTooLarge extends TaggedError<UploadTooLarge>()("UploadTooLarge", fields) {}
/** Has the code `UploadTooLarge`. It is found only when a model is created from the upload. */
export class UploadedFileTooLarge extends TaggedError<UploadedFileTooLarge>()("UploadedFileTooLarge", fields) {}
export class UnsupportedFileType extends TaggedError<UnsupportedFileType>()("UnsupportedFileType", fields) {}
export class InvalidRole extends TaggedError<InvalidRole>()("InvalidRole", fields) {}
export class SampleProjectReadOnly extends TaggedError<SampleProjectReadOnly>()("SampleProjectReadOnly", fields) {}
export class OperationNotReady extends TaggedError<OperationNotReady>()("OperationNotReady", fields) {}
export class OperationFailed extends TaggedError<OperationFailed>()("OperationFailed", fields) {}
export class Cancelled extends TaggedError<Cancelled>()("Cancelled", fields) {}
export class ProjectNotFound extends TaggedError<ProjectNotFound>()("ProjectNotFound", fields) {}
export class ModelNotFound extends TaggedError<ModelNotFound>()("ModelNotFound", {
  ...fields,
  /** True if the model exists but the caller may not see it. */
  isHidden: optional(Schema.Boolean)
}) {
  /** Returns the error, with the same words for a model that may not be seen and one that never existed. */
  static readonly unknown = (isHidden = false): ModelNotFound =>
    new ModelNotFound({ details: "There is no such model in this project, or you may not see it.", isHidden })
}
export class VersionNotFound extends TaggedError<VersionNotFound>()("VersionNotFound", fields) {}
export class ProductNotFound extends TaggedError<ProductNotFound>()("ProductNotFound", fields) {}
export class OperationNotFound extends TaggedError<OperationNotFound>()("OperationNotFound", fields) {}
export class NotFound extends TaggedError<NotFound>()("NotFound", fields) {}
export class Forbidden extends TaggedError<Forbidden>()("Forbidden", {
  ...fields,
  /** The project that the error is about, if the path does not name it. */
  projectId: optional(Schema.String)
}) {}
export class InsufficientScope extends TaggedError<InsufficientScope>()("InsufficientScope", {
  ...fields,
  scope: Schema.String
}) {}
export class Unauthorized extends TaggedError<Unauthorized>()("Unauthorized", {
  ...fields,
  /** False if the request has no token. RFC 6750 wants no error code then. */
  tokenGiven: Schema.Boolean
}) {}
export class MethodNotAllowed extends TaggedError<MethodNotAllowed>()("MethodNotAllowed", {
  ...fields,
  allow: Schema.String
}) {}
export class UnsupportedMediaType extends TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", fields) {}
export class BodyTooLarge extends TaggedError<BodyTooLarge>()("BodyTooLarge", fields) {}
export class TooManyRequests extends TaggedError<TooManyRequests>()("TooManyRequests", {
  ...fields,
  retryAfterSeconds: Schema.Number
}) {}
/** An uploaded archive is too large when unpacked, or has too many entries. */
export class ArchiveTooLarge extends TaggedError<ArchiveTooLarge>()("ArchiveTooLarge", fields) {}
/** A limit of contract section 12 is reached; `details` names it. */
export class LimitExceeded extends TaggedError<LimitExceeded>()("LimitExceeded", fields) {}
/** The URL of a webhook names a target that may not be reached. */
export class TargetRefused extends TaggedError<TargetRefused>()("TargetRefused", fields) {}
/** Events after the cursor are no longer kept. */
export class CursorExpired extends TaggedError<CursorExpired>()("CursorExpired", fields) {}
export class AnswerTooLarge extends TaggedError<AnswerTooLarge>()("AnswerTooLarge", fields) {}
/** The body did not arrive in time. */
export class RequestTimeout extends TaggedError<RequestTimeout>()("RequestTimeout", fields) {}
export class Overloaded extends TaggedError<Overloaded>()("Overloaded", fields) {}
/** The last operator would go, and nobody could administer the service. */
export class LastOperator extends TaggedError<LastOperator>()("LastOperator", fields) {}
export class DuplicateName extends TaggedError<DuplicateName>()("DuplicateName", fields) {}
/** Another operation is in progress, so this one cannot start now. */
export class Conflict extends TaggedError<Conflict>()("Conflict", fields) {}
/** The version that the caller has seen is not the present one. */
export class PreconditionFailed extends TaggedError<PreconditionFailed>()("PreconditionFailed", fields) {}
export class ReferenceNotFound extends TaggedError<ReferenceNotFound>()("ReferenceNotFound", fields) {}
export class InvalidHierarchy extends TaggedError<InvalidHierarchy>()("InvalidHierarchy", fields) {}
/** OAuth error codes of a refusal (RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, section 3.2.2). */
const RefusalCode = Schema.Literal(
  "invalid_request",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_response_type",
  "invalid_redirect_uri",
  "invalid_client_metadata"
)
/** A client asks for something that the rules of OAuth do not allow. */
export class SignInRefused extends TaggedError<SignInRefused>()("SignInRefused", { ...fields, error: RefusalCode }) {}
/** A client is unknown or does not present its secret. */
export class InvalidClient extends TaggedError<InvalidClient>()("InvalidClient", {
  ...fields,
  /** True if the client used HTTP Basic. */
  byHeader: Schema.Boolean
}) {}
/** A provider of tokens returned none that can be used here, or refused us. */
export class SignInFailed extends TaggedError<SignInFailed>()("SignInFailed", fields) {}
/** There is no such user, or the password is wrong. */
export class WrongPassword extends TaggedError<WrongPassword>()("WrongPassword", fields) {}
export class IdempotencyKeyReused extends TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", fields) {}
