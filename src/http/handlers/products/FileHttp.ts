import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Answers } from "../../../application/common/Answers.ts"
import type { FileForm } from "../../../dataframe/query/files/FileAnswer.ts"
import type { VersionId } from "../../../domain/Identifier.ts"
import type { Principal } from "../../../domain/Principal.ts"
import type { Units } from "../../../domain/products/Units.ts"
import type { ModelAccess, ProjectAccess } from "../../../ports/projects/AccessRepository.ts"
import { aboutKeys } from "../../../sheets/About.ts"
import type { SheetFormat } from "../../../sheets/write/SheetFile.ts"
import { fileHeaders, formatOf, isCompressible } from "../../answer/FileFormats.ts"
import { flowBody } from "../../answer/FlowBody.ts"
import { bodyStream } from "../../answer/BodyStream.ts"
import { FileParameters } from "../../api/products/FileParameters.ts"
import { raw } from "../../call/Call.ts"
import { acceptsGzip } from "../../call/ContentEncoding.ts"
import * as QueryString from "../../call/QueryString.ts"
import type { WireError } from "../../errors/ErrorTable.ts"

/** Largest pieces of a file that wait at once: the one in the socket and the next one. */
const bytesOfPieces = 2 * 1024 * 1024

const readParameters = QueryString.make(FileParameters)

/** The endpoint whose answer is a file. */
interface Call {
  readonly request: Request
  readonly url: URL
  readonly principal: Principal
  readonly project: ProjectAccess
}

/** The subject of a file, without its format. */
export interface FileSubject {
  /** The model, and its public version that is shown; null for a file about several models. */
  readonly model: ModelAccess | null
  readonly version: VersionId | null
  readonly sheet: "Products" | "Groups"
  /** The question as a client would send it. */
  readonly query: object
  readonly units: Units
}

/** Begins a file, and returns the effect that returns its next piece, or null at the end. */
type Begin = (
  form: FileForm
) => Effect.Effect<Effect.Effect<Uint8Array<ArrayBuffer> | null, WireError>, WireError, Scope.Scope>

/** Headers that caches and clients of these endpoints need whatever the format is. */
export const varied = { vary: "accept, accept-encoding" }

/** Returns the header that names the public version of a model which an answer shows; none if there is none. */
export const versionHeader = (version: VersionId | null): Readonly<Record<string, string>> =>
  version === null ? {} : { "x-model-version-id": version }

/** Returns the format of a file if the client asks for one, or null. */
export const asked = ({ request }: Pick<Call, "request">): SheetFormat | null => formatOf(request.headers.get("accept"))

/** Returns the rows of a file: a page if the client asks for one, or all. */
export const partOf = <Page extends object>(page: Page, { searchParams }: URL): Page & { readonly all: boolean } => ({
  ...page,
  all: !searchParams.has("page") && !searchParams.has("pageSize")
})

const aboutOf = ({ project }: Call, { model, query, units, version }: FileSubject, time: string) => [
  [aboutKeys.service, "Plinth"] as const,
  [aboutKeys.project, project.name] as const,
  [aboutKeys.projectId, project.projectId] as const,
  ...(model === null ? [] : [[aboutKeys.model, model.name] as const, [aboutKeys.modelId, model.modelId] as const]),
  ...(version === null ? [] : [[aboutKeys.version, version] as const]),
  [aboutKeys.query, JSON.stringify(query)] as const,
  [aboutKeys.units, units] as const,
  [aboutKeys.time, time] as const
]

/** Answers questions with files (contract section 14). */
export const make = Effect.map(Answers, ({ flow: flowOf, register }) => {
  /**
   * Returns the file that `begin` begins. Fails like it before the first piece; after that, an error breaks the
   * connection off.
   */
  const file = Effect.fn("FileHttp.file")(function* (
    call: Call,
    format: SheetFormat,
    subject: FileSubject,
    begin: Begin
  ) {
    const { bom, decimal = ".", separator = ",", unitsInHeader } = yield* readParameters(call.url.searchParams)
    const time = new Date(yield* Clock.currentTimeMillis).toISOString()
    const isCompressed = isCompressible(format) && acceptsGzip(call.request.headers.get("accept-encoding") ?? "")
    const headers = {
      ...fileHeaders(format, (subject.model ?? call.project).name, time),
      ...varied,
      ...versionHeader(subject.version),
      ...(isCompressed && { "content-encoding": "gzip" })
    }
    const options = {
      bom: bom === "true",
      decimal,
      separator,
      unitsInHeader: unitsInHeader === "true",
      about: aboutOf(call, subject, time),
      sheet: subject.sheet
    }
    const { userId } = call.principal
    const scope = yield* Scope.make()
    const close = Scope.close(scope, Exit.void)
    const made = Effect.gen(function* () {
      const next = yield* Scope.extend(begin({ format, options, isCompressed }), scope)
      const first = yield* next
      const second = first === null ? null : yield* next
      if (first === null || second === null) {
        yield* close
        const body = yield* register(userId, first ?? new Uint8Array())
        const length = { "content-length": String(body.length) }
        return body instanceof Uint8Array
          ? new Response(body, { headers: { ...headers, ...length } })
          : new Response(bodyStream(body), { headers })
      }
      const flow = flowOf(userId)
      yield* Effect.onError(flow.reserve(bytesOfPieces), () => Effect.sync(flow.end))
      let ahead: Uint8Array<ArrayBuffer> | null = second
      // A piece is sent once the next one exists, or is known not to exist.
      const read = Effect.gen(function* () {
        const bytes = ahead!
        ahead = yield* next
        return { bytes, isLast: ahead === null }
      })
      return new Response(yield* flowBody({ bytes: first, isLast: false }, read, flow, close), { headers })
    })
    return raw(yield* Effect.onError(made, () => close))
  })
  return { file }
})
