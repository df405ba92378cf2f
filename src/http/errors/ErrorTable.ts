import type { InvalidFilter } from "../../domain/products/Filter.ts"
import type { InvalidModelFile } from "../../domain/models/InvalidModelFile.ts"
import type * as Errors from "../../domain/Errors.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../../domain/StorageErrors.ts"
import type { BlobNotFound, BlobStoreUnavailable } from "../../ports/BlobStore.ts"
import type { IssuerUnavailable } from "../../ports/signin/Authenticator.ts"

type ErrorClass = (typeof Errors)[Exclude<keyof typeof Errors, "BodyFault">]

/** Every failure that an endpoint can respond with. */
export type WireError =
  | (ErrorClass extends new (...parts: never) => infer E ? E : never)
  | InvalidFilter
  | InvalidModelFile
  | StorageUnavailable
  | OutcomeUnknown
  | BlobStoreUnavailable
  | BlobNotFound
  | IssuerUnavailable

/** The status, code (contract section 10) and title of a failure in a response. */
export interface ErrorRow {
  readonly status: number
  readonly code: string
  readonly title: string
}

const row = (status: number, code: string, title: string): ErrorRow => ({ status, code, title })

/** One row for each failure. A tag without a row is a compile error. */
const table: { readonly [Tag in WireError["_tag"]]: ErrorRow } = {
  InvalidIdentifier: row(400, "InvalidIdentifier", "Malformed identifier"),
  InvalidBody: row(400, "InvalidBody", "Invalid body"),
  InvalidParameter: row(400, "InvalidParameter", "Invalid parameter"),
  InvalidHeader: row(400, "InvalidHeader", "Invalid header"),
  MissingClientSessionId: row(400, "MissingClientSessionId", "Session id missing"),
  SessionNotActive: row(400, "SessionNotActive", "Session not active"),
  SessionAlreadyActive: row(400, "SessionAlreadyActive", "Another session is active"),
  InvalidFilter: row(400, "InvalidFilter", "Invalid filter"),
  InvalidCalculator: row(400, "InvalidCalculator", "Invalid calculator"),
  InvalidField: row(400, "InvalidField", "Invalid field"),
  InvalidUploadKey: row(400, "InvalidUploadKey", "Invalid upload key"),
  UploadNotFound: row(400, "UploadNotFound", "Nothing uploaded"),
  UploadTooLarge: row(413, "UploadTooLarge", "Upload too large"),
  UploadedFileTooLarge: row(400, "UploadTooLarge", "Upload too large"),
  UnsupportedFileType: row(400, "UnsupportedFileType", "Unsupported file type"),
  InvalidModelFile: row(400, "InvalidModelFile", "Invalid model file"),
  InvalidRole: row(400, "InvalidRole", "Invalid role"),
  SampleProjectReadOnly: row(400, "SampleProjectReadOnly", "Sample project is read-only"),
  OperationNotReady: row(400, "OperationNotReady", "Operation not ready"),
  OperationFailed: row(400, "OperationFailed", "Operation failed"),
  Cancelled: row(400, "Cancelled", "Cancelled"),
  LastOperator: row(400, "InvalidParameter", "The last operator stays"),
  DuplicateName: row(400, "DuplicateName", "Name is taken"),
  ReferenceNotFound: row(400, "ReferenceNotFound", "Reference not found"),
  InvalidHierarchy: row(400, "InvalidHierarchy", "Invalid hierarchy"),
  IdempotencyKeyReused: row(400, "IdempotencyKeyReused", "Idempotency key reused"),
  AnswerTooLarge: row(400, "AnswerTooLarge", "Answer too large"),
  ArchiveTooLarge: row(400, "ArchiveTooLarge", "Archive too large"),
  LimitExceeded: row(400, "LimitExceeded", "Limit exceeded"),
  SignInRefused: row(400, "InvalidParameter", "Sign-in refused"),
  InvalidClient: row(401, "Unauthorized", "Client authentication failed"),
  WrongPassword: row(401, "Unauthorized", "Sign-in failed"),
  Unauthorized: row(401, "Unauthorized", "Authentication required"),
  Forbidden: row(403, "Forbidden", "Insufficient permissions"),
  InsufficientScope: row(403, "InsufficientScope", "Insufficient scope"),
  ProjectNotFound: row(404, "ProjectNotFound", "Project not found"),
  ModelNotFound: row(404, "ModelNotFound", "Model not found"),
  VersionNotFound: row(404, "VersionNotFound", "Version not found"),
  ProductNotFound: row(404, "ProductNotFound", "Product not found"),
  OperationNotFound: row(404, "OperationNotFound", "Operation not found"),
  NotFound: row(404, "NotFound", "Not found"),
  BlobNotFound: row(404, "NotFound", "Not found"),
  MethodNotAllowed: row(405, "MethodNotAllowed", "Method not allowed"),
  RequestTimeout: row(408, "RequestTimeout", "Request timeout"),
  TargetRefused: row(400, "TargetRefused", "Target refused"),
  Conflict: row(409, "Conflict", "Conflict"),
  CursorExpired: row(410, "CursorExpired", "Cursor expired"),
  PreconditionFailed: row(412, "PreconditionFailed", "Precondition failed"),
  BodyTooLarge: row(413, "BodyTooLarge", "Body too large"),
  UnsupportedMediaType: row(415, "UnsupportedMediaType", "Unsupported media type"),
  TooManyRequests: row(429, "TooManyRequests", "Too many requests"),
  SignInFailed: row(500, "Internal", "Sign-in failed"),
  StorageUnavailable: row(503, "StorageUnavailable", "Storage unavailable"),
  BlobStoreUnavailable: row(503, "StorageUnavailable", "Storage unavailable"),
  IssuerUnavailable: row(503, "StorageUnavailable", "Issuer unavailable"),
  OutcomeUnknown: row(503, "OutcomeUnknown", "Outcome unknown"),
  Overloaded: row(503, "Overloaded", "Overloaded")
}

/** The rows of all failures. */
export const rows: ReadonlyArray<ErrorRow> = Object.values(table)

/** Returns the row of a failure. */
export const describe = (error: WireError): ErrorRow => table[error._tag]

/** Returns one sentence about a failure for the caller. Internal details of storage failures are not revealed. */
export const detailsOf = (error: WireError): string => {
  switch (error._tag) {
    case "InvalidFilter":
      return typeof error.index === "number"
        ? `Filter ${error.index}: ${error.reason}`
        : `${error.index}: ${error.reason}`
    case "InvalidModelFile":
      return error.line > 0 ? `Line ${error.line}: ${error.reason}` : error.reason
    case "StorageUnavailable":
    case "BlobStoreUnavailable":
      return "The storage does not answer at the moment. Try again later."
    case "IssuerUnavailable":
      return "The issuer of tokens does not answer at the moment. Try again later."
    case "OutcomeUnknown":
      return "The storage was lost while it confirmed: all of it was done, or nothing. Where an Idempotency-Key was sent, repeat the request with the same; else look first."
    case "BlobNotFound":
      return "There is no such file."
    default:
      return error.details
  }
}
