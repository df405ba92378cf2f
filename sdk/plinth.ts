/**
 * A client of Plinth 0.1.0: one file without dependencies, for Bun, Node and browsers.
 * Made by `npm run sdk` from the service's OpenAPI document; changes by hand are lost.
 */

/** The address of a service, and the caller's token. */
export interface Connection {
  /** The address that operators call `PUBLIC_URL`: `https://plinth.example.com`. */
  readonly url: string
  /** A bearer token, or a function that returns one and is called before each request. */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** The function that sends requests; by default the platform's own. */
  readonly fetch?: ((url: string, request: RequestInit) => Promise<Response>) | undefined
  /** The number of repetitions after 429 or 503, for reads and for requests with an idempotency key. */
  readonly retries?: number | undefined
}

/** The options of every call. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined
  /** Names the request in the answer and in the service's log. */
  readonly requestId?: string | undefined
}

/** An error answer of either of its two forms, or a failed operation. */
export class PlinthError extends Error {
  override readonly name = "PlinthError"
  /** The status of the answer; 0 of operations that failed. */
  readonly status: number
  /** The code of the error in PascalCase, from either form of error; null if the answer has neither form. */
  readonly code: ErrorCode | (string & {}) | null
  readonly requestId: string | null
  /** Seconds to wait before the request is worth repeating; null if the answer names none. */
  readonly retryAfter: number | null
  /** The answer as received. */
  readonly body: ErrorView | ProblemDetails | OperationState | null

  constructor(
    status: number,
    code: string | null,
    message: string,
    requestId: string | null,
    retryAfter: number | null,
    body: ErrorView | ProblemDetails | OperationState | null
  ) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.body = body
  }
}

const pascal = (kebab: string): string =>
  kebab.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const errorOf = async (response: Response): Promise<PlinthError> => {
  const text = await response.text()
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // A proxy in front of the service may answer in its own words.
  }
  const found = (typeof body === "object" && body !== null ? body : {}) as Partial<ErrorView & ProblemDetails>
  const code = found.type === undefined ? (found.error ?? null) : pascal(found.type.split(":").at(-1)!)
  const wait = Number(response.headers.get("retry-after") ?? Number.NaN)
  const message = found.detail ?? found.errorDetails ?? `${response.status} ${text.slice(0, 200)}`
  const requestId = response.headers.get("x-request-id")
  const known = code === null ? null : (found as ErrorView | ProblemDetails)
  return new PlinthError(response.status, code, message, requestId, Number.isFinite(wait) ? wait : null, known)
}

const slept = (millis: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const given = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", given)
      resolve()
    }, millis)
    if (signal?.aborted === true) given()
    else signal?.addEventListener("abort", given, { once: true })
  })

/** The locations of the members of a call's options. */
interface Shape {
  readonly method: string
  readonly path: string
  readonly query?: ReadonlyArray<string>
  readonly body?: true
  readonly session?: true
  readonly key?: true
  /** Whether the request changes nothing, although its method is not GET. */
  readonly read?: true
  /** Whether a redirect is followed, or its body taken. */
  readonly redirect?: "follow" | "manual"
  /** Whether the answer is returned unparsed. */
  readonly raw?: true
}

type Given = Readonly<Record<string, unknown>>

/** Seconds that are waited at most before a request is sent again. */
const longestWait = 30

const queryOf = (names: ReadonlyArray<string>, given: Given): string => {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = given[name]
    if (value === undefined) continue
    if (Array.isArray(value)) for (const one of value) query.append(name, String(one))
    else if (typeof value === "object" && value !== null) {
      for (const [key, one] of Object.entries(value)) query.append(`${name}[${key}]`, String(one))
    } else query.append(name, `${value as string | number | boolean}`)
  }
  const text = query.toString()
  return text === "" ? "" : `?${text}`
}

const caller = ({
  fetch: send = (url, request) => fetch(url, request),
  retries = 2,
  token,
  url
}: Connection) => {
  const request = async (shape: Shape, given: Given): Promise<Response> => {
    const path = shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] as string))
    const headers = new Headers()
    const bearer = typeof token === "function" ? await token() : token
    if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`)
    if (given["requestId"] !== undefined) headers.set("x-request-id", given["requestId"] as string)
    if (shape.session && given["clientSessionId"] !== undefined)
      headers.set("x-client-session-id", given["clientSessionId"] as string)
    if (shape.key && given["idempotencyKey"] !== undefined)
      headers.set("idempotency-key", given["idempotencyKey"] as string)
    if (shape.body) headers.set("content-type", "application/json")
    const signal = given["signal"] as AbortSignal | undefined
    return send(url.replace(/\/$/, "") + path + queryOf(shape.query ?? [], given), {
      method: shape.method,
      headers,
      redirect: shape.redirect ?? "follow",
      ...(shape.body ? { body: JSON.stringify(given["body"]) } : {}),
      ...(signal === undefined ? {} : { signal })
    })
  }
  return async <A>(shape: Shape, options: object = {}): Promise<A> => {
    const given = options as Given
    const isRepeatable =
      shape.method === "GET" || shape.read === true || (shape.key === true && given["idempotencyKey"] !== undefined)
    for (let tried = 0; ; tried++) {
      const response = await request(shape, given)
      if (response.type === "opaqueredirect") {
        const message = "Browsers do not show the body of a redirect: ask for the file itself"
        throw new PlinthError(0, "RedirectHidden", message, null, null, null)
      }
      if (response.status < 400) {
        if (shape.raw) return response as A
        const text = await response.text()
        return (text === "" ? undefined : JSON.parse(text)) as A
      }
      const error = await errorOf(response)
      if (!isRepeatable || tried >= retries || (error.status !== 429 && error.status !== 503)) throw error
      await slept(Math.min(error.retryAfter ?? 1, longestWait) * 1000, given["signal"] as AbortSignal | undefined)
    }
  }
}

/** Options for waiting for an operation: the interval of reads, and a callback. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds between two looks; by default they grow from 100 to 2,000. */
  readonly every?: number | undefined
  readonly onProgress?: ((operation: OperationState) => void) | undefined
}

/** Times in a row that a service is not reached while it is waited for: about a minute. */
const mostUnreached = 30

const waiting =
  (read: (given: { operationId: OperationId; signal?: AbortSignal | undefined }) => Promise<OperationState>) =>
  /**
   * The operation once it is Ready. Throws `PlinthError` with the operation's own code where it ends Failed, and the
   * signal's reason where that comes first; the operation goes on then. A service that is not reached is asked again.
   */
  async ({ id }: { readonly id: OperationId }, options: WaitOptions = {}): Promise<OperationState> => {
    let unreached = 0
    for (let pause = 100; ; pause = Math.min(2000, pause * 1.5)) {
      const found = await read({ operationId: id, signal: options.signal }).catch(async (error: unknown) => {
        const isAway = !(error instanceof PlinthError) && options.signal?.aborted !== true
        if (!isAway || ++unreached > mostUnreached) throw error
        return null
      })
      if (found === null) {
        await slept(options.every ?? pause, options.signal)
        continue
      }
      unreached = 0
      options.onProgress?.(found)
      if (found.status === "Ready") return found
      if (found.status === "Failed") {
        throw new PlinthError(0, found.error ?? null, found.errorDetails ?? "The operation failed", null, null, found)
      }
      await slept(options.every ?? pause, options.signal)
    }
  }

interface Paged {
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
}

async function* paged<A extends Paged>(take: (page: number) => Promise<A>): AsyncGenerator<A, void> {
  for (let page = 1; ; page++) {
    const found = await take(page)
    yield found
    if (found.page * found.pageSize >= found.totalCount) return
  }
}

/** Bytes to send: as a whole, or as a stream. */
export type Bytes = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | string | ReadableStream<Uint8Array<ArrayBuffer>>

const files = ({ fetch: send = (url, request) => fetch(url, request) }: Connection) => {
  const taken = async (url: string, request: RequestInit): Promise<Response> => {
    const response = await send(url, request)
    if (response.ok) return response
    throw await errorOf(response)
  }
  return {
    /** Sends a file to where `uploadUrl` said, without a token. A stream goes out as it is read. */
    put: async (ticket: UploadTicket, bytes: Bytes, options: { readonly signal?: AbortSignal } = {}): Promise<void> => {
      const isStream = bytes instanceof ReadableStream
      // Node requires this option for a stream; the types of some platforms lack it.
      const request = {
        method: ticket.method,
        body: bytes,
        ...(isStream ? { duplex: "half" as const } : {}),
        ...options
      }
      await taken(ticket.uploadUrl, request)
    },
    /** The file behind a `downloadUrl` or `reportUrl`, without a token; its `body` is a stream. */
    get: (url: string, options: { readonly signal?: AbortSignal } = {}): Promise<Response> => taken(url, options)
  }
}

/** The codes of errors that the document names. */
export type ErrorCode =
  | "AnswerTooLarge"
  | "ArchiveTooLarge"
  | "BodyTooLarge"
  | "Cancelled"
  | "Conflict"
  | "CursorExpired"
  | "DuplicateName"
  | "Forbidden"
  | "IdempotencyKeyReused"
  | "InsufficientScope"
  | "Internal"
  | "InvalidBody"
  | "InvalidCalculator"
  | "InvalidField"
  | "InvalidFilter"
  | "InvalidHeader"
  | "InvalidHierarchy"
  | "InvalidIdentifier"
  | "InvalidModelFile"
  | "InvalidParameter"
  | "InvalidRole"
  | "InvalidUploadKey"
  | "LimitExceeded"
  | "MissingClientSessionId"
  | "ModelNotFound"
  | "NotFound"
  | "OperationFailed"
  | "OperationNotFound"
  | "OperationNotReady"
  | "OutcomeUnknown"
  | "Overloaded"
  | "PreconditionFailed"
  | "ProductNotFound"
  | "ProjectNotFound"
  | "ReferenceNotFound"
  | "RequestTimeout"
  | "SampleProjectReadOnly"
  | "SessionAlreadyActive"
  | "SessionNotActive"
  | "StorageUnavailable"
  | "TargetRefused"
  | "TooManyRequests"
  | "Unauthorized"
  | "UnsupportedFileType"
  | "UnsupportedMediaType"
  | "UploadNotFound"
  | "UploadTooLarge"
  | "VersionNotFound"

export type Operation = {
  readonly id: OperationId
  readonly kind: OperationKind
  readonly status: OperationStatus
  readonly percentageCompleted: Int
}

export type OperationId = string

export type OperationKind = "ImportIfc" | "ExportIfc" | "CalculateQuantities" | "CalculateDerivedProperties" | "CheckRequirements"

export type OperationStatus = "Queued" | "InProgress" | "Ready" | "Failed"

export type Int = number

export type CreateModelAnswer = {
  readonly modelId: ModelId
  readonly modelGuid: string
  readonly id: OperationId
  readonly kind: OperationKind
  readonly status: OperationStatus
  readonly percentageCompleted: Int
}

export type ModelId = string

export type Export = {
  readonly id: OperationId
  readonly kind: OperationKind
  readonly status: OperationStatus
  readonly percentageCompleted: Int
  readonly source: Source
}

export type Source = {
  readonly projectVersionId: string
  readonly modelVersionId: string
  readonly sharedDataVersionId: string
}

export type ShownInvitation = {
  readonly id: string
  readonly role: ProjectRole
  readonly createdBy: string
  /** RFC 3339, in UTC */
  readonly createdAt: string
  /** RFC 3339, in UTC */
  readonly expiresAt: string
  /** The page where the invitation is accepted. Its fragment is the secret; it is shown here and never again */
  readonly url: string
}

export type ProjectRole = "User" | "Contributor" | "Owner"

export type PasswordLink = {
  readonly userId: string
  /** The page where the password is set; it is shown here and never again */
  readonly url: string
  /** RFC 3339, in UTC */
  readonly expiresAt: string
}

export type ShownClient = {
  readonly id: string
  readonly redirectUris: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<"projects:read" | "projects:write" | "models:read" | "models:write" | "libraries:read" | "libraries:write" | "admin">
  readonly hasSecret: boolean
  /** True: the program registered itself */
  readonly selfRegistered?: boolean | undefined
  /** The name that it claims; nobody has checked it */
  readonly name?: string | undefined
  readonly secret?: string | undefined
}

export type RegisteredClient = {
  readonly client_id: string
  /** Seconds since 1970 */
  readonly client_id_issued_at: number
  readonly client_name?: string | undefined
  readonly redirect_uris: ReadonlyArray<string>
  /** The scopes that the client may have, separated by blanks */
  readonly scope: string
  readonly grant_types: ReadonlyArray<string>
  readonly response_types: ReadonlyArray<string>
  readonly token_endpoint_auth_method: "none"
}

export type ShownProgramToken = {
  readonly id: string
  readonly name: string
  readonly scopes: ReadonlyArray<"projects:read" | "projects:write" | "models:read" | "models:write" | "libraries:read" | "libraries:write" | "admin">
  /** RFC 3339, in UTC */
  readonly expiresAt: string
  /** The day of its last use, RFC 3339, in UTC; absent if it was never used */
  readonly lastUsedAt?: string | undefined
  /** Absent if it reaches all projects of its user */
  readonly projects?: ReadonlyArray<ProjectId> | undefined
  /** RFC 3339, in UTC */
  readonly createdAt: string
  /** The bearer token; it is shown here and never again */
  readonly token: string
}

export type ProjectId = string

export type ShownWebhook = {
  readonly id: string
  readonly url: string
  readonly types: ReadonlyArray<HeardType>
  readonly description?: string | undefined
  readonly enabled: boolean
  readonly disabledReason?: DisabledReason | undefined
  /** The user who created the webhook and whose rights decide which events it receives */
  readonly createdBy: string
  /** RFC 3339, in UTC */
  readonly createdAt: string
  /** The secret of Standard Webhooks, `whsec_` and base64; it is shown here and never again */
  readonly secret: string
}

export type HeardType = "project.changed" | "member.changed" | "model.imported" | "model.changed" | "model.removed" | "version.published" | "library.changed" | "location.changed" | "operation.ended" | "query.changed" | "requirements.changed" | "check.ended" | "topic.changed" | "webhook.disabled" | "project.*" | "member.*" | "model.*" | "version.*" | "library.*" | "location.*" | "operation.*" | "query.*" | "requirements.*" | "check.*" | "topic.*" | "webhook.*" | "*"

/** `Gone`: the receiver answered 410; `NoSuccess`: five days without success; `MakerIsNoOwner`: its maker is no Owner any more; `MakerRevoked`: what its maker had was revoked */
export type DisabledReason = "Gone" | "NoSuccess" | "MakerIsNoOwner" | "MakerRevoked"

export type WebhookDelivery = {
  readonly id: string
  readonly eventId?: string | undefined
  /** The type of the event, or `webhook.test` */
  readonly type: string
  readonly status: "Pending" | "Delivered" | "Failed" | "Refused"
  /** Time of the next try, RFC 3339, in UTC */
  readonly nextAt?: string | undefined
  /** The last ones, the oldest first */
  readonly tries: ReadonlyArray<DeliveryTry>
}

export type DeliveryTry = {
  /** RFC 3339, in UTC */
  readonly at: string
  /** The status of the answer; absent if there was none */
  readonly status?: number | undefined
  /** Milliseconds until the answer or the end of the try */
  readonly ms: number
  /** The first 1 KB of the answer, or why there was none */
  readonly answer: string
}

export type BcfTopic = {
  readonly guid: string
  readonly server_assigned_id: string
  readonly topic_type?: string | undefined
  readonly topic_status?: string | undefined
  readonly reference_links: ReadonlyArray<string>
  readonly title: string
  readonly priority?: string | undefined
  readonly index?: Int | undefined
  readonly labels: ReadonlyArray<string>
  readonly assigned_to?: string | undefined
  readonly stage?: string | undefined
  readonly description?: string | undefined
  readonly bim_snippet?: BcfSnippet | undefined
  readonly due_date?: string | undefined
  readonly creation_date: string
  readonly creation_author: string
  readonly modified_date?: string | undefined
  readonly modified_author?: string | undefined
}

export type BcfSnippet = {
  readonly snippet_type: string
  readonly is_external: boolean
  readonly reference: string
  readonly reference_schema: string
}

export type BcfComment = {
  readonly guid: string
  readonly date: string
  readonly author: string
  readonly comment: string
  readonly topic_guid: string
  readonly viewpoint_guid?: string | undefined
  readonly modified_date?: string | undefined
  readonly modified_author?: string | undefined
}

export type BcfViewpoint = {
  readonly guid: string
  readonly index?: Int | null | undefined
  readonly perspective_camera?: BcfPerspectiveCamera | null | undefined
  readonly orthogonal_camera?: BcfOrthogonalCamera | null | undefined
  readonly lines?: ReadonlyArray<BcfLine> | null | undefined
  readonly clipping_planes?: ReadonlyArray<BcfClippingPlane> | null | undefined
  readonly bitmaps?: ReadonlyArray<BcfBitmap> | null | undefined
  readonly snapshot?: {
    readonly snapshot_type: "png" | "jpg"
  } | null | undefined
  readonly components?: BcfComponents | null | undefined
}

export type BcfPerspectiveCamera = {
  readonly camera_view_point: BcfPoint
  readonly camera_direction: BcfPoint
  readonly camera_up_vector: BcfPoint
  readonly aspect_ratio?: Finite | null | undefined
  /** Vertical, in degrees */
  readonly field_of_view: number
}

/** In metres and the axes of the model, z up */
export type BcfPoint = {
  readonly x: Finite
  readonly y: Finite
  readonly z: Finite
}

/** a finite number */
export type Finite = number

export type BcfOrthogonalCamera = {
  readonly camera_view_point: BcfPoint
  readonly camera_direction: BcfPoint
  readonly camera_up_vector: BcfPoint
  readonly aspect_ratio?: Finite | null | undefined
  /** The height of the view in metres */
  readonly view_to_world_scale: Finite
}

export type BcfLine = {
  readonly start_point: BcfPoint
  readonly end_point: BcfPoint
}

/** The direction points to the part that is cut away */
export type BcfClippingPlane = {
  readonly location: BcfPoint
  readonly direction: BcfPoint
}

export type BcfBitmap = {
  readonly guid: string
  readonly bitmap_type: "png" | "jpg"
  readonly location: BcfPoint
  readonly normal: BcfPoint
  readonly up: BcfPoint
  readonly height: Finite
}

export type BcfComponents = {
  readonly selection?: ReadonlyArray<BcfComponent> | null | undefined
  readonly coloring?: ReadonlyArray<BcfColoring> | null | undefined
  readonly visibility?: BcfVisibility | null | undefined
}

export type BcfComponent = {
  readonly ifc_guid?: string | null | undefined
  readonly originating_system?: Text | null | undefined
  readonly authoring_tool_id?: Text | null | undefined
}

export type Text = string

export type BcfColoring = {
  /** Hexadecimal; of eight digits the first two are the opacity */
  readonly color: string
  readonly components: ReadonlyArray<BcfComponent>
}

export type BcfVisibility = {
  readonly default_visibility?: boolean | null | undefined
  readonly exceptions?: ReadonlyArray<BcfComponent> | null | undefined
  readonly view_setup_hints?: {
    readonly spaces_visible?: boolean | null | undefined
    readonly space_boundaries_visible?: boolean | null | undefined
    readonly openings_visible?: boolean | null | undefined
  } | null | undefined
}

export type BcfDocumentReference = {
  readonly guid: string
  readonly document_guid?: string | undefined
  readonly url?: string | undefined
  readonly description?: string | undefined
}

export type ErrorView = {
  /** Code of the error, in PascalCase */
  readonly error: string
  /** One sentence for a person */
  readonly errorDetails: string
  /** The same as in the header X-Request-Id */
  readonly requestId: string
}

export type ProblemDetails = {
  /** Code of the error, in kebab-case */
  readonly type: string
  /** The kind of the error */
  readonly title: string
  /** The status of the answer */
  readonly status: number
  /** One sentence for a person */
  readonly detail: string
  /** Path of the request */
  readonly instance: string
  /** The same as in the header X-Request-Id */
  readonly requestId: string
  /** The faults of a body that fails validation */
  readonly errors?: ReadonlyArray<{
    /** Place in the body (RFC 6901) */
    readonly pointer: string
    readonly detail: string
  }> | undefined
  /** The `detail` under the name of the BCF API, whose endpoints alone have it */
  readonly message?: string | undefined
  /** The code of OAuth (RFC 6749, sections 4.1.2.1 and 5.2); the auth endpoints alone have it */
  readonly error?: string | undefined
  /** The `detail` under the name of OAuth; the auth endpoints alone have it */
  readonly error_description?: string | undefined
}

export type Filter = {
  /** Name of a product field */
  readonly property: string
  readonly operator: "Equals" | "NotEquals" | "In" | "NotIn" | "Contains"
  /** An array for In and NotIn, one value for other operators */
  readonly value: string | number | boolean | null | ReadonlyArray<string | number | boolean | null>
}

export type Condition = {
  /** All of them must hold. If empty, every product matches */
  readonly and: ReadonlyArray<Condition>
} | {
  /** At least one of them must hold. If empty, no product matches */
  readonly or: ReadonlyArray<Condition>
} | {
  readonly not: Condition
} | {
  /** Name of a product field: Class for IsA, SpatialLocation or Code for Below */
  readonly property: string
  readonly operator: "Equals" | "NotEquals" | "In" | "NotIn" | "Contains" | "GreaterThan" | "GreaterThanOrEquals" | "LessThan" | "LessThanOrEquals" | "Between" | "StartsWith" | "EndsWith" | "Matches" | "Exists" | "NotExists" | "IsA" | "Below"
  /** An array for In, NotIn and Between (two values), absent for Exists and NotExists, one value for other operators; a regular expression of RE2 for Matches */
  readonly value?: string | number | boolean | null | ReadonlyArray<string | number | boolean | null> | undefined
}

export type Calculator = "Count" | "Length" | "NetArea" | "GrossArea" | "NetVolume" | "GrossVolume"

export type VersionId = string

export type ListProjectsAnswer = {
  readonly projects: ReadonlyArray<Project>
}

export type Project = {
  readonly id: ProjectId
  readonly name: string
  readonly description?: string | undefined
  readonly image?: string | undefined
  readonly role: ProjectRole
  readonly isSample?: true | undefined
}

export type ProjectDraft = {
  readonly name: Name
  readonly description?: Description | null | undefined
}

export type Name = string

export type Description = string

export type ProjectChange = {
  readonly name?: Name | undefined
  readonly description?: Description | null | undefined
}

export type ListMembersAnswer = {
  readonly members: ReadonlyArray<ProjectMember>
}

export type ProjectMember = {
  readonly userId: string
  readonly name?: string | undefined
  readonly role: ProjectRole
}

export type RoleChange = {
  readonly role: string
}

export type ListModelMembersAnswer = {
  readonly members: ReadonlyArray<ModelMember>
}

export type ModelMember = {
  readonly userId: string
  readonly name?: string | undefined
  readonly role: ModelRole
}

export type ModelRole = "NoAccess" | "Viewer" | "DataEditor" | "Modeler" | "Owner"

export type ListInvitationsAnswer = {
  readonly invitations: ReadonlyArray<Invitation>
}

export type Invitation = {
  readonly id: string
  readonly role: ProjectRole
  readonly createdBy: string
  /** RFC 3339, in UTC */
  readonly createdAt: string
  /** RFC 3339, in UTC */
  readonly expiresAt: string
}

export type InvitationDraft = {
  /** The role of the new member: Owner, Contributor or User */
  readonly role: string
  /** RFC 3339; within 30 days, by default in 7 days */
  readonly expiresAt?: string | null | undefined
}

export type InvitationId = string

export type AuditPage = {
  readonly entries: ReadonlyArray<AuditEntry>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type AuditEntry = {
  /** RFC 3339, in UTC */
  readonly at: string
  /** The user who made the request; `(service)` if no user did */
  readonly userId: string
  readonly userName?: string | undefined
  /** The action as a noun and a verb (`material.create`); for a refused request its `operationId` in this document; `requests.refuse` if more were refused than are written singly, with their number as `object` */
  readonly action: string
  /** The identifier of the object of the action */
  readonly object: string
  /** `Done`, the role that was given, or the code of the failure */
  readonly outcome: string
  readonly requestId?: string | undefined
  /** The OAuth client, or the id of the token for programs, with which the user made the request */
  readonly client?: string | undefined
  /** `mcp` if a program used a tool of `/mcp`, otherwise `api` */
  readonly via: "api" | "mcp"
}

export type ListTokensAnswer = {
  readonly tokens: ReadonlyArray<ProgramToken>
}

export type ProgramToken = {
  readonly id: string
  readonly name: string
  readonly scopes: ReadonlyArray<"projects:read" | "projects:write" | "models:read" | "models:write" | "libraries:read" | "libraries:write" | "admin">
  /** RFC 3339, in UTC */
  readonly expiresAt: string
  /** The day of its last use, RFC 3339, in UTC; absent if it was never used */
  readonly lastUsedAt?: string | undefined
  /** Absent if it reaches all projects of its user */
  readonly projects?: ReadonlyArray<ProjectId> | undefined
  /** RFC 3339, in UTC */
  readonly createdAt: string
}

export type ProgramTokenDraft = {
  readonly name: Name
  /** At least one, and none that the caller's own token lacks */
  readonly scopes: ReadonlyArray<"projects:read" | "projects:write" | "models:read" | "models:write" | "libraries:read" | "libraries:write">
  /** RFC 3339; within a year */
  readonly expiresAt: string
  /** Projects of the caller; absent: all of them, those to come included */
  readonly projects?: ReadonlyArray<ProjectId> | null | undefined
}

export type TokenId = string

export type ListProjectTokensAnswer = {
  readonly tokens: ReadonlyArray<ProjectToken>
}

export type ProjectToken = {
  readonly id: string
  readonly name: string
  readonly scopes: ReadonlyArray<"projects:read" | "projects:write" | "models:read" | "models:write" | "libraries:read" | "libraries:write" | "admin">
  /** RFC 3339, in UTC */
  readonly expiresAt: string
  /** The day of its last use, RFC 3339, in UTC; absent if it was never used */
  readonly lastUsedAt?: string | undefined
  /** The user as whom it acts */
  readonly userId: string
}

export type UploadTicket = {
  readonly uploadKey: string
  readonly uploadUrl: string
  readonly method: "PUT"
  /** RFC 3339, in UTC */
  readonly expiresAt: string
}

export type ListModelsAnswer = {
  readonly models: ReadonlyArray<Model>
}

export type Model = {
  readonly id: ModelId
  readonly guid: string
  readonly name: string
  readonly image?: string | undefined
  readonly tags: ReadonlyArray<string>
  readonly canEdit: boolean
  readonly url: string
  readonly latestPublicSource: Source
  readonly createdAt: string
  /** Time of the latest version */
  readonly updatedAt: string
  /** The author of the latest version */
  readonly updatedBy: string
  /** Absent if the service knows no name */
  readonly updatedByName?: string | undefined
  readonly versionTitle: string
  /** The number of products in the file of the latest version */
  readonly products: number
  /** Size of the uploaded file. Null if an earlier release imported it */
  readonly sizeBytes: Int | null
  /** The schema that the IFC file names, such as IFC4. Null if an earlier release imported it */
  readonly schema: string | null
  readonly coordinates: Coordinates
}

export type Coordinates = {
  /** The point that the view file took off: world = view + offset, in metres and the axes of IFC (z up). The root node of the file moves its content by the same point, with y up: if a reader applies it, the offset is added already. Null: not known, for a model that an earlier release imported */
  readonly offset: ReadonlyArray<number> | null
  readonly site: SitePosition | null
  readonly map: MapPosition | null
}

export type SitePosition = {
  readonly latitude: number
  readonly longitude: number
  readonly elevation: number | null
}

export type MapPosition = {
  /** The coordinate reference system, such as EPSG:25832 */
  readonly crs: string | null
  readonly eastings: number
  readonly northings: number
  readonly height: number | null
  /** The angle from the east of the map to the x axis of the model, counter-clockwise */
  readonly rotationDegrees: number
  /** For lengths of the model in metres */
  readonly scale: number
}

export type ModelDraft = {
  readonly modelName: Name
  readonly uploadKey?: string | null | undefined
  readonly uploadUrl?: string | null | undefined
  readonly uploadFileName: Name
  readonly tags?: ReadonlyArray<Name> | null | undefined
  readonly defaultRole?: Text | null | undefined
  readonly discipline?: Name | null | undefined
}

export type NewFileDraft = {
  readonly uploadKey?: string | null | undefined
  readonly uploadFileName: Name
  readonly title: string
  readonly description?: Description | null | undefined
}

export type FileLink = {
  readonly downloadUrl: string
  readonly sizeBytes: Int
}

export type FieldsPage = {
  readonly fields: ReadonlyArray<string>
  readonly fieldDetails: ReadonlyArray<ProductFieldDetail>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type ProductFieldDetail = {
  readonly name: string
  /** null if the values have different kinds or the field has its own form */
  readonly dataType: "String" | "Real" | "Integer" | "Boolean" | "Enum" | null
  /** IFC name in upper camel case, such as Millimetre */
  readonly unit: string | null
  readonly enumerationValues: ReadonlyArray<string> | null
}

export type ProductQuery = {
  readonly fields?: ReadonlyArray<string> | null | undefined
  readonly filters?: Filters | undefined
  /** A condition that must hold in addition to the filters, with at most 16 levels and 200 comparisons. If absent or null, every product matches. */
  readonly where?: Condition | null | undefined
  /** At most three properties; by default the order of the file */
  readonly sort?: ReadonlyArray<SortKey> | null | undefined
  /** The unit of numbers: the one that the model states, or SI, in which filters compare them too. Model if absent. */
  readonly units?: "Model" | "SI" | null | undefined
  /** Id of a saved query, which supplies the members that the body lacks */
  readonly savedQuery?: Int | null | undefined
}

/** Conditions that must all hold: a list of them, or a map from field to text, which means Contains. If absent, null or empty, every product matches. */
export type Filters = ReadonlyArray<Filter> | Readonly<Record<string, string | number | boolean | null>> | null

export type SortKey = {
  readonly property: string
  readonly descending?: boolean | null | undefined
}

export type ProductsPage = {
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
  readonly result: ReadonlyArray<Readonly<Record<string, unknown>>>
}

export type ProjectQuery = {
  /** Ids of models; by default all models that the caller may read, ordered by name */
  readonly models?: ReadonlyArray<ModelId | Int> | null | undefined
  readonly filters?: Filters | undefined
  /** A condition that must hold in addition to the filters, with at most 16 levels and 200 comparisons. If absent or null, every product matches. */
  readonly where?: Condition | null | undefined
  /** The unit of numbers: `Model` or `SI`; by default SI */
  readonly units?: "Model" | "SI" | null | undefined
  /** Id of a saved query, which supplies the members that the body lacks */
  readonly savedQuery?: Int | null | undefined
  readonly fields?: ReadonlyArray<string> | null | undefined
  /** At most three properties; by default the order of the list of models, then that of the file */
  readonly sort?: ReadonlyArray<SortKey> | null | undefined
}

export type ProjectGroupQuery = {
  /** Ids of models; by default all models that the caller may read, ordered by name */
  readonly models?: ReadonlyArray<ModelId | Int> | null | undefined
  readonly filters?: Filters | undefined
  /** A condition that must hold in addition to the filters, with at most 16 levels and 200 comparisons. If absent or null, every product matches. */
  readonly where?: Condition | null | undefined
  /** The unit of numbers: `Model` or `SI`; by default SI */
  readonly units?: "Model" | "SI" | null | undefined
  /** Id of a saved query, which supplies the members that the body lacks */
  readonly savedQuery?: Int | null | undefined
  /** Names of 0 to 4 fields */
  readonly groupBy?: ReadonlyArray<string> | null | undefined
  /** 1 to 20 measures */
  readonly measures?: ReadonlyArray<GroupMeasure> | null | undefined
  /** At most three; by default the keys in their order */
  readonly sort?: ReadonlyArray<GroupSort> | null | undefined
}

export type GroupMeasure = {
  /** Name of a calculator, instead of a property */
  readonly calculator?: string | null | undefined
  readonly property?: string | null | undefined
  /** The function of `property`: Count, CountDistinct, Sum, Mean, Min, Max */
  readonly function?: string | null | undefined
}

export type GroupSort = {
  /** Index in `groupBy` */
  readonly key?: number | null | undefined
  /** Index in `measures` */
  readonly measure?: number | null | undefined
  readonly descending?: boolean | null | undefined
}

export type GroupsPage = {
  readonly groups: ReadonlyArray<{
    readonly keys: ReadonlyArray<unknown>
    readonly count: Int
    readonly measures: ReadonlyArray<{
      readonly value: unknown
      readonly measured: Int
    }>
  }>
  /** The measures of all products */
  readonly totals: {
    readonly count: Int
    readonly measures: ReadonlyArray<{
      readonly value: unknown
      readonly measured: Int
    }>
  }
  /** The unit of each measure */
  readonly units: ReadonlyArray<string | null>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type GroupQuery = {
  readonly filters?: Filters | undefined
  /** A condition that must hold in addition to the filters, with at most 16 levels and 200 comparisons. If absent or null, every product matches. */
  readonly where?: Condition | null | undefined
  /** The unit of numbers: `Model` or `SI`; by default SI */
  readonly units?: "Model" | "SI" | null | undefined
  /** Id of a saved query, which supplies the members that the body lacks */
  readonly savedQuery?: Int | null | undefined
  /** Names of 0 to 4 fields */
  readonly groupBy?: ReadonlyArray<string> | null | undefined
  /** 1 to 20 measures */
  readonly measures?: ReadonlyArray<GroupMeasure> | null | undefined
  /** At most three; by default the keys in their order */
  readonly sort?: ReadonlyArray<GroupSort> | null | undefined
}

export type QuantityQuery = {
  readonly calculators: ReadonlyArray<Calculator>
  readonly filters?: Filters | undefined
  /** A condition that must hold in addition to the filters, with at most 16 levels and 200 comparisons. If absent or null, every product matches. */
  readonly where?: Condition | null | undefined
  /** The unit of numbers: the one that the model states, or SI, in which filters compare them too. Model if absent. */
  readonly units?: "Model" | "SI" | null | undefined
  /** Id of a saved query, which supplies the members that the body lacks */
  readonly savedQuery?: Int | null | undefined
}

export type ResultLink = {
  readonly downloadUrl: string
}

export type DynamicPropertyQuery = {
  readonly fields?: ReadonlyArray<string> | null | undefined
  readonly filters?: Filters | undefined
  /** A condition that must hold in addition to the filters, with at most 16 levels and 200 comparisons. If absent or null, every product matches. */
  readonly where?: Condition | null | undefined
  /** The unit of numbers: the one that the model states, or SI, in which filters compare them too. Model if absent. */
  readonly units?: "Model" | "SI" | null | undefined
  /** Id of a saved query, which supplies the members that the body lacks */
  readonly savedQuery?: Int | null | undefined
}

export type ListSavedQueriesAnswer = {
  readonly queries: ReadonlyArray<SavedQuery>
}

export type SavedQuery = {
  readonly id: Int
  readonly name: string
  readonly description?: string | undefined
  readonly query: SavedQueryContent
  /** True if every member of the project sees it */
  readonly shared: boolean
  /** The user's subject */
  readonly createdBy: string
  readonly createdByName?: string | undefined
  /** RFC 3339, in UTC */
  readonly createdAt: string
  /** RFC 3339, in UTC */
  readonly updatedAt: string
}

export type SavedQueryContent = {
  readonly models?: ReadonlyArray<ModelId | Int> | null | undefined
  readonly fields?: ReadonlyArray<string> | null | undefined
  readonly filters?: Filters | undefined
  /** A condition, in place of filters or beside them */
  readonly where?: unknown | undefined
  readonly sort?: ReadonlyArray<{
    readonly property?: string | null | undefined
    readonly key?: number | null | undefined
    readonly measure?: number | null | undefined
    readonly descending?: boolean | null | undefined
  }> | null | undefined
  /** `Model` or `SI` */
  readonly units?: unknown | undefined
  readonly groupBy?: ReadonlyArray<string> | null | undefined
  readonly measures?: ReadonlyArray<{
    readonly calculator?: string | null | undefined
    readonly property?: string | null | undefined
    readonly function?: string | null | undefined
  }> | null | undefined
}

export type SavedQueryDraft = {
  readonly name: Name
  readonly description?: Description | null | undefined
  readonly query: SavedQueryContent
  readonly shared?: boolean | null | undefined
}

export type SavedQueryId = string

export type SavedQueryChange = {
  readonly name?: Name | undefined
  readonly description?: Description | null | undefined
  readonly query?: SavedQueryContent | undefined
  readonly shared?: boolean | null | undefined
}

export type ListRequirementsAnswer = {
  readonly requirements: ReadonlyArray<RequirementsDocument>
}

export type RequirementsDocument = {
  readonly id: Int
  readonly title: string
  readonly version?: string | undefined
  readonly author?: string | undefined
  readonly date?: string | undefined
  readonly description?: string | undefined
  readonly purpose?: string | undefined
  readonly specifications: ReadonlyArray<RequirementsSpecification>
  readonly warnings: ReadonlyArray<RequirementsWarning>
  /** True if every new public version of the models is checked against it */
  readonly autoCheck: boolean
  /** The models that are checked; all if absent */
  readonly models?: ReadonlyArray<ModelId> | undefined
  /** Models with one of these tags are checked */
  readonly tags?: ReadonlyArray<string> | undefined
}

export type RequirementsSpecification = {
  readonly name: string
  readonly identifier?: string | undefined
  /** The specification in sentences for people */
  readonly text?: string | undefined
  readonly necessity: "required" | "optional" | "prohibited"
  /** The versions that the document names. They do not narrow what is checked. */
  readonly ifcVersions: ReadonlyArray<string>
}

/** A part of a document that matches the schema but is invalid by the standard */
export type RequirementsWarning = {
  /** Name of the specification */
  readonly specification: string
  readonly text: string
}

export type RequirementsId = string

export type RequirementsChange = {
  readonly autoCheck?: boolean | undefined
  readonly models?: ReadonlyArray<ModelId | Int> | null | undefined
  readonly tags?: ReadonlyArray<Name> | null | undefined
}

export type FoundationVersions = {
  readonly versions: ReadonlyArray<{
    readonly api_id: string
    readonly version_id: string
    readonly detailed_version: string
  }>
}

export type FoundationAuth = {
  readonly oauth2_auth_url: string
  readonly oauth2_token_url: string
  readonly http_basic_supported: boolean
  readonly supported_oauth2_flows: ReadonlyArray<string>
}

export type BcfUser = {
  readonly id: string
  readonly name: string
}

export type BcfProject = {
  readonly project_id: string
  readonly name?: string | undefined
}

export type BcfExtensions = {
  readonly topic_type: ReadonlyArray<string>
  readonly topic_status: ReadonlyArray<string>
  readonly topic_label: ReadonlyArray<string>
  readonly snippet_type: ReadonlyArray<string>
  readonly priority: ReadonlyArray<string>
  readonly stage: ReadonlyArray<string>
  readonly users: ReadonlyArray<string>
  readonly project_actions: ReadonlyArray<string>
  readonly topic_actions: ReadonlyArray<string>
  readonly comment_actions: ReadonlyArray<string>
}

export type BcfTopicDraft = {
  readonly guid?: string | null | undefined
  readonly topic_type?: Text | null | undefined
  readonly topic_status?: Text | null | undefined
  readonly reference_links?: ReadonlyArray<Uri> | null | undefined
  readonly title: Name
  readonly priority?: Text | null | undefined
  readonly index?: Int | null | undefined
  readonly labels?: ReadonlyArray<Name> | null | undefined
  readonly assigned_to?: Text | null | undefined
  readonly stage?: Text | null | undefined
  readonly description?: Description | null | undefined
  readonly bim_snippet?: {
    readonly snippet_type: Name
    readonly is_external: boolean
    readonly reference: Uri
    readonly reference_schema: Uri
  } | null | undefined
  readonly due_date?: string | null | undefined
}

export type Uri = string

export type BcfRelatedTopic = {
  readonly related_topic_guid: string
}

export type BcfCommentDraft = {
  readonly guid?: string | null | undefined
  readonly comment?: string | null | undefined
  readonly viewpoint_guid?: string | null | undefined
}

export type BcfViewpointDraft = {
  readonly guid?: string | null | undefined
  readonly index?: Int | null | undefined
  readonly perspective_camera?: BcfPerspectiveCamera | null | undefined
  readonly orthogonal_camera?: BcfOrthogonalCamera | null | undefined
  readonly lines?: ReadonlyArray<BcfLine> | null | undefined
  readonly clipping_planes?: ReadonlyArray<BcfClippingPlane> | null | undefined
  readonly bitmaps?: ReadonlyArray<{
    readonly guid?: string | null | undefined
    readonly bitmap_type: string
    readonly location: BcfPoint
    readonly normal: BcfPoint
    readonly up: BcfPoint
    readonly height: Finite
    /** The bytes in base 64 */
    readonly bitmap_data: string
  }> | null | undefined
  readonly snapshot?: {
    readonly snapshot_type: string
    /** The bytes in base 64 */
    readonly snapshot_data: string
  } | null | undefined
  readonly components?: BcfComponents | null | undefined
}

export type BcfSelection = {
  readonly selection: ReadonlyArray<BcfComponent>
}

export type BcfColored = {
  readonly coloring: ReadonlyArray<BcfColoring>
}

export type BcfVisible = {
  readonly visibility: BcfVisibility
}

export type BcfDocument = {
  readonly guid: string
  readonly filename: string
}

export type BcfDocumentReferenceDraft = {
  readonly guid?: string | null | undefined
  readonly document_guid?: string | null | undefined
  readonly url?: Uri | null | undefined
  readonly description?: Description | null | undefined
}

export type BcfFile = {
  readonly ifc_project?: string | undefined
  readonly ifc_spatial_structure_element?: string | undefined
  readonly filename?: string | undefined
  readonly date?: string | undefined
  readonly reference?: string | undefined
}

export type BcfFileDraft = {
  readonly ifc_project?: Text | null | undefined
  readonly ifc_spatial_structure_element?: Text | null | undefined
  readonly filename?: Text | null | undefined
  readonly date?: string | null | undefined
  readonly reference?: Uri | null | undefined
}

export type BcfFileInformation = {
  readonly display_information: ReadonlyArray<{
    readonly field_display_name: string
    readonly field_value: string
  }>
  readonly file: BcfFile
}

export type BcfTopicEvent = {
  readonly topic_guid: string
  readonly date: string
  readonly author: string
  readonly actions: ReadonlyArray<BcfAction>
}

export type BcfAction = {
  readonly type: string
  readonly value?: string | undefined
}

export type BcfCommentEvent = {
  readonly comment_guid: string
  readonly topic_guid: string
  readonly date: string
  readonly author: string
  readonly actions: ReadonlyArray<BcfAction>
}

export type CheckRequest = {
  readonly requirementsId: Int
}

export type ChecksPage = {
  readonly checks: ReadonlyArray<Check>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type Check = {
  readonly operationId: OperationId
  readonly requirementsId: Int
  /** Title of the document when the check was started */
  readonly title: string
  readonly status: OperationStatus
  /** RFC 3339, in UTC */
  readonly startedAt: string
  readonly isAutomatic: boolean
  readonly outcome?: {
    readonly result: CheckStatus
    readonly modelVersionId: VersionId
    readonly specifications: CheckCounts
    /** Number of failures of all requirements */
    readonly failures: number
  } | undefined
}

export type CheckStatus = "Passed" | "Failed" | "NotApplicable"

/** Numbers of specifications */
export type CheckCounts = {
  readonly passed: Int
  readonly failed: Int
  readonly notApplicable: Int
}

export type CheckLinks = {
  /** URL of the result as JSON: specifications with their requirements, at most 1,000 failures each, and `topicGuid`, the topic of `bcfUrl` about them */
  readonly downloadUrl: string
  /** URL of a CSV file with every failure */
  readonly csvUrl: string
  /** URL of a BCF 3.0 file with a topic for each requirement that is not met */
  readonly bcfUrl: string
}

export type Dataset = {
  readonly tables: {
    readonly products: DatasetTable
    readonly properties: DatasetTable
    readonly quantities: DatasetTable
  }
  readonly models: ReadonlyArray<{
    readonly modelId: ModelId
    readonly modelVersionId: VersionId
  }>
  /** RFC 3339, in UTC */
  readonly updatedAt: string
}

export type DatasetTable = {
  /** The metadata file, for engines that reach the folder or bucket of the service */
  readonly metadataLocation: string
  /** The metadata of this snapshot over HTTP, without a token, for seven days */
  readonly httpMetadataUrl: string
  readonly snapshotId: string
  readonly rows: Int
  readonly sizeBytes: Int
}

export type EventId = string

export type EventPage = {
  readonly events: ReadonlyArray<ProjectEvent>
  readonly next: EventId
}

export type ProjectEvent = {
  readonly id: EventId
  readonly type: EventType
  /** RFC 3339, in UTC; the time of the storage */
  readonly at: string
  /** The user who made the change; `(service)` if nobody asked for it */
  readonly userId: string
  /** The path of the object below the project, without a leading slash; empty for the project itself */
  readonly object: string
  readonly modelId?: string | undefined
  readonly modelVersionId?: string | undefined
  readonly operationId?: string | undefined
  /** Members that depend on the type */
  readonly data?: Readonly<Record<string, unknown>> | undefined
}

export type EventType = "project.changed" | "member.changed" | "model.imported" | "model.changed" | "model.removed" | "version.published" | "library.changed" | "location.changed" | "operation.ended" | "query.changed" | "requirements.changed" | "check.ended" | "topic.changed" | "webhook.disabled"

export type ListWebhooksAnswer = {
  readonly webhooks: ReadonlyArray<Webhook>
}

export type Webhook = {
  readonly id: string
  readonly url: string
  readonly types: ReadonlyArray<HeardType>
  readonly description?: string | undefined
  readonly enabled: boolean
  readonly disabledReason?: DisabledReason | undefined
  /** The user who created the webhook and whose rights decide which events it receives */
  readonly createdBy: string
  /** RFC 3339, in UTC */
  readonly createdAt: string
}

export type WebhookDraft = {
  readonly url: Uri
  /** Names of types, `area.*` or `*` */
  readonly types: ReadonlyArray<HeardType>
  readonly description?: Description | null | undefined
  readonly enabled?: boolean | null | undefined
}

export type WebhookId = string

export type WebhookChange = {
  readonly url?: Uri | undefined
  /** Names of types, `area.*` or `*` */
  readonly types?: ReadonlyArray<HeardType> | undefined
  readonly description?: Description | null | undefined
  readonly enabled?: boolean | undefined
}

export type WebhookDeliveriesPage = {
  readonly deliveries: ReadonlyArray<WebhookDelivery>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type DeliveryId = string

export type GeometryLink = {
  readonly downloadUrl: string
  readonly sizeBytes: Int
  readonly triangles: Int
}

export type Quality = {
  readonly byClass: Readonly<Record<string, Readonly<Record<string, MeasureQuality>>>>
}

export type MeasureQuality = {
  /** Products of the class */
  readonly products: number
  /** Products for which the model gives a value */
  readonly authored: number
  /** Products whose shape gives a value */
  readonly computed: number
  /** Products whose two values differ by at most 1 % */
  readonly within1: number
  /** Products whose two values differ by at most 20 % */
  readonly within20: number
  /** Products whose value in the model is suspect */
  readonly suspects: ReadonlyArray<string>
}

export type Session = {
  readonly active: boolean
  readonly clientSessionId?: string | undefined
  /** RFC 3339, in UTC */
  readonly expiresAt?: string | undefined
  /** Values that differ from the public ones */
  readonly cells: Int
  readonly deletedProducts: Int
}

export type Modifications = {
  /** Values by field, then by the guid of the product */
  readonly add?: Readonly<Record<string, Readonly<Record<string, string | number | boolean | null | Readonly<Record<string, unknown>> | ReadonlyArray<unknown>>>>> | null | undefined
  /** Values by field, then by the guid of the product */
  readonly update?: Readonly<Record<string, Readonly<Record<string, string | number | boolean | null | Readonly<Record<string, unknown>> | ReadonlyArray<unknown>>>>> | null | undefined
  /** Values by field, then by the guid of the product */
  readonly delete?: Readonly<Record<string, Readonly<Record<string, string | number | boolean | null | Readonly<Record<string, unknown>> | ReadonlyArray<unknown>>>>> | null | undefined
  /** Values by field, then by the guid of the product */
  readonly addOrUpdate?: Readonly<Record<string, Readonly<Record<string, string | number | boolean | null | Readonly<Record<string, unknown>> | ReadonlyArray<unknown>>>>> | null | undefined
}

export type ModificationOutcome = {
  readonly errors: ReadonlyArray<ModificationError>
  /** Only with dryRun=true: what would change for the caller, at most 10000 cells */
  readonly changes?: ReadonlyArray<Change> | undefined
}

export type ModificationError = {
  readonly guid: string
  /** The name of the field as it was sent; for an object with the wrong member */
  readonly field: string
  readonly error: "ProductNotFound" | "DuplicateModification" | "FieldReadOnly" | "FieldNotFound" | "PropertyExists" | "PropertyMissing" | "PropertySetRequired" | "PropertySetNotApplicable" | "InvalidValue" | "ReferenceNotFound" | "Conflict" | "TooManyErrors"
  readonly description: string
}

export type Change = {
  readonly guid: string
  readonly field: string
  readonly before: string | number | boolean | null
  readonly after: string | number | boolean | null
  /** `Added` if the product did not have the property, code or reference before, `Removed` if it no longer has it, `Changed` otherwise */
  readonly change: "Added" | "Changed" | "Removed"
}

export type ModificationErrors = {
  readonly errors: ReadonlyArray<ModificationError>
}

export type Publication = {
  readonly title: string
  readonly description?: Description | null | undefined
}

export type ChangesPage = {
  readonly changes: ReadonlyArray<Change>
  /** Guids of products */
  readonly added: ReadonlyArray<string>
  /** Guids of products */
  readonly deleted: ReadonlyArray<string>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type UploadedSheet = {
  /** The key that GET /v1/files/upload-url returned */
  readonly uploadKey: string
  readonly uploadFileName: string
}

export type SheetOutcome = {
  readonly errors: ReadonlyArray<SheetError>
  /** Number of changed cells; 0 if there are errors */
  readonly edits: number
  /** Number of cells that are no edits */
  readonly unchanged: number
  /** Headers that name no field */
  readonly ignored: ReadonlyArray<string>
  /** Only with dryRun=true: what would change for the caller, at most 10000 cells */
  readonly changes?: ReadonlyArray<Change> | undefined
}

export type SheetError = {
  readonly guid: string
  /** The name of the field as it was sent; for an object with the wrong member */
  readonly field: string
  readonly error: "ProductNotFound" | "DuplicateModification" | "FieldReadOnly" | "FieldNotFound" | "PropertyExists" | "PropertyMissing" | "PropertySetRequired" | "PropertySetNotApplicable" | "InvalidValue" | "ReferenceNotFound" | "Conflict" | "TooManyErrors"
  readonly description: string
  /** The number of the row in the spreadsheet; the header is row 1 */
  readonly row: number
  /** The header */
  readonly column: string
}

export type VersionsPage = {
  readonly versions: ReadonlyArray<ModelVersion>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type ModelVersion = {
  readonly modelVersionId: VersionId
  readonly projectVersionId: VersionId
  readonly title: string
  readonly description?: string | undefined
  /** The user's subject */
  readonly createdBy: string
  readonly createdByName?: string | undefined
  /** RFC 3339, in UTC */
  readonly createdAt: string
  /** Number of values that the version changed */
  readonly cells: number
  readonly deletedProducts: Int
}

export type PropertyLibrary = {
  readonly libraryId: Int
  readonly sets: ReadonlyArray<PropertySet>
}

export type PropertySet = {
  readonly id: Int
  readonly name: string
  readonly propertyDefinitions: ReadonlyArray<PropertyDefinition>
  readonly entityTypes: ReadonlyArray<EntityType>
}

export type PropertyDefinition = {
  readonly id: Int | null
  /** The PropertyId of product queries */
  readonly guid: string
  readonly name: string
  readonly dataType: PropertyDataType | null
  readonly measureType: string | null
  readonly unitName: string | null
  readonly enumerationValues: ReadonlyArray<string> | null
}

export type PropertyDataType = "string" | "integer" | "double" | "boolean" | "enumeration"

export type EntityType = {
  readonly name: string
  readonly predefinedTypes: ReadonlyArray<string>
}

export type PropertySetDraft = {
  readonly name: Name
  readonly entityTypes?: ReadonlyArray<EntityTypeDraft> | null | undefined
  readonly propertyDefinitions?: ReadonlyArray<PropertyDefinitionDraft> | null | undefined
}

export type EntityTypeDraft = {
  readonly displayName?: Text | null | undefined
  readonly value: string
  readonly predefinedTypes?: ReadonlyArray<{
    readonly displayName?: Text | null | undefined
    readonly value: string
  }> | null | undefined
}

export type PropertyDefinitionDraft = {
  readonly name: Name
  readonly dataType: "String" | "Integer" | "Real" | "Boolean" | "Enumeration"
  readonly measureType?: string | null | undefined
  readonly unit?: Unit | null | undefined
  readonly enumerationValues?: ReadonlyArray<string> | null | undefined
}

export type Unit = string

export type PropertySetChange = {
  readonly name?: Name | undefined
  readonly entityTypes?: ReadonlyArray<EntityTypeDraft> | null | undefined
  readonly propertyDefinitions?: ReadonlyArray<PropertyDefinitionUpdate> | null | undefined
}

export type PropertyDefinitionUpdate = {
  readonly name: Name
  readonly dataType?: "String" | "Integer" | "Real" | "Boolean" | "Enumeration" | undefined
  readonly measureType?: string | null | undefined
  readonly unit?: Unit | null | undefined
  readonly enumerationValues?: ReadonlyArray<string> | null | undefined
}

export type PropertySetId = string

export type PropertyDefinitionChange = {
  readonly name?: Name | undefined
  readonly dataType?: "String" | "Integer" | "Real" | "Boolean" | "Enumeration" | undefined
  readonly measureType?: string | null | undefined
  readonly unit?: Unit | null | undefined
  readonly enumerationValues?: ReadonlyArray<string> | null | undefined
}

export type PropertyDefinitionId = string

export type MaterialLibraries = {
  readonly materialProperties: ReadonlyArray<MaterialLibrary>
}

export type MaterialLibrary = {
  readonly name: string
  readonly guid: string
  readonly properties: ReadonlyArray<ReadonlyArray<MaterialProperty>>
}

export type MaterialProperty = {
  readonly set: string
  readonly name: string
  readonly value: string
}

export type MaterialLibraryDraft = {
  readonly name: Name
  readonly type?: Text | null | undefined
  readonly uri?: Uri | null | undefined
  readonly description?: Description | null | undefined
  readonly source?: Text | null | undefined
  readonly edition?: Text | null | undefined
}

export type MaterialDraft = {
  readonly name: Name
  readonly color?: Color | null | undefined
  readonly description?: Description | null | undefined
  readonly category?: Text | null | undefined
}

export type Color = string

export type Material = {
  readonly name: string
  readonly guid: string
}

export type MaterialChange = {
  readonly name?: Name | undefined
  readonly color?: Color | null | undefined
  readonly description?: Description | null | undefined
  readonly category?: Text | null | undefined
}

export type LocationList = {
  readonly locations: ReadonlyArray<Location>
  readonly locationViews: ReadonlyArray<LocationView>
}

export type Location = {
  readonly locationGuid: string
  readonly projectId: ProjectId
  readonly name: string
  readonly type: LocationType
  readonly parentGuid: string | null
  readonly properties: ReadonlyArray<PropertyRow>
}

export type LocationType = "Site" | "Building" | "Floor" | "Space" | "Bridge" | "MarineFacility" | "Railway" | "Road" | "BridgePart" | "FacilityPartCommon" | "MarinePart" | "RailwayPart" | "RoadPart" | "Facility" | "ExternalSpatialElement"

export type PropertyRow = {
  readonly set: string
  readonly name: string
  readonly value: string
}

export type LocationView = {
  readonly locationGuid: string
  readonly projectId: ProjectId
  readonly name: string
  readonly type: LocationType
  readonly parentGuid: string | null
  readonly properties: ReadonlyArray<PropertyRow>
  readonly children: ReadonlyArray<LocationView>
}

export type LocationDraft = {
  readonly name?: string | null | undefined
  readonly type?: LocationType | null | undefined
  readonly parentGuid?: string | null | undefined
}

export type LocationChange = {
  readonly name?: string | undefined
  readonly type?: LocationType | undefined
  readonly parentGuid?: string | null | undefined
}

export type ListCodificationsAnswer = {
  readonly codificationLibraries: ReadonlyArray<CodificationLibrary>
}

export type CodificationLibrary = {
  readonly guid: string
  readonly name: string
  readonly description?: string | undefined
  readonly source?: string | undefined
  readonly edition?: string | undefined
  readonly editionDate?: string | undefined
  readonly uri?: string | undefined
  readonly moreInfo?: string | undefined
  readonly modelGuid: string
  readonly group: "Project" | "Model"
}

export type CodificationLibraryDraft = {
  readonly name: Name
  readonly type?: Text | null | undefined
  readonly uri?: Uri | null | undefined
  readonly description?: Description | null | undefined
  readonly source?: Text | null | undefined
  readonly edition?: Text | null | undefined
}

export type Code = {
  readonly guid: string
  readonly identification: string
  readonly name: string
  readonly description?: string | undefined
  readonly uri?: string | undefined
  readonly parentId: string | null
  readonly sort?: Finite | undefined
  readonly measureDefinitions: ReadonlyArray<MeasureDefinition>
  readonly properties: ReadonlyArray<PropertyRow>
}

export type MeasureDefinition = {
  readonly id?: Text | null | undefined
  readonly hardcodedOptionName?: Text | null | undefined
  readonly descriptionValue?: Description | null | undefined
  readonly calculator?: {
    readonly type?: Text | null | undefined
    readonly description?: Description | null | undefined
    readonly parameters?: ReadonlyArray<{
      readonly name?: Text | null | undefined
      readonly value?: Finite | null | undefined
    }> | null | undefined
  } | null | undefined
  readonly costCalculation?: {
    readonly name?: Text | null | undefined
    readonly label?: Text | null | undefined
    readonly description?: Description | null | undefined
    readonly type?: Text | null | undefined
  } | null | undefined
  readonly unit?: Unit | null | undefined
}

export type CodificationLibraryWithCodes = {
  readonly guid: string
  readonly name: string
  readonly description?: string | undefined
  readonly source?: string | undefined
  readonly edition?: string | undefined
  readonly editionDate?: string | undefined
  readonly uri?: string | undefined
  readonly moreInfo?: string | undefined
  readonly modelGuid: string
  readonly group: "Project" | "Model"
  readonly codes: ReadonlyArray<Code>
}

export type CodeDraft = {
  readonly name: Name
  readonly identification: Name
  readonly parentId?: "" | string | null | undefined
  readonly description?: Description | null | undefined
  readonly measureDefinitions?: ReadonlyArray<MeasureDefinition> | null | undefined
  readonly sort?: Finite | null | undefined
}

export type CodeChange = {
  readonly name?: Name | null | undefined
  readonly identification?: Name | null | undefined
  readonly parentId?: "" | string | null | undefined
  readonly description?: Description | null | undefined
  readonly measureDefinitions?: ReadonlyArray<MeasureDefinition> | null | undefined
  readonly sort?: Finite | null | undefined
}

export type UsersPage = {
  readonly users: ReadonlyArray<AdminUser>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type AdminUser = {
  readonly userId: string
  readonly name?: string | undefined
  /** False for all if users sign in at a provider: a claim of the token says who is one */
  readonly operator: boolean
  /** RFC 3339, in UTC */
  readonly createdAt: string
  /** The last request with a good token, to ten minutes; absent if there was none */
  readonly lastSeenAt?: string | undefined
}

export type NewUserDraft = {
  readonly userId: string
  readonly operator?: boolean | null | undefined
}

export type ClientsPage = {
  readonly clients: ReadonlyArray<AdminClient>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type AdminClient = {
  readonly id: string
  readonly redirectUris: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<"projects:read" | "projects:write" | "models:read" | "models:write" | "libraries:read" | "libraries:write" | "admin">
  readonly hasSecret: boolean
  /** True: the program registered itself */
  readonly selfRegistered?: boolean | undefined
  /** The name that it claims; nobody has checked it */
  readonly name?: string | undefined
}

export type ClientDraft = {
  readonly id: string
  readonly redirectUris: ReadonlyArray<string>
  readonly scopes?: ReadonlyArray<"projects:read" | "projects:write" | "models:read" | "models:write" | "libraries:read" | "libraries:write" | "admin"> | null | undefined
  /** True: the client gets a secret */
  readonly secret?: boolean | null | undefined
}

export type StoragePage = {
  readonly databaseBytes: number
  readonly fileBytes: number
  readonly freeBytes?: number | undefined
  readonly projects: ReadonlyArray<ProjectStorage>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type ProjectStorage = {
  readonly projectId: ProjectId
  readonly name: string
  readonly fileBytes: number
}

export type AdminAuditPage = {
  readonly entries: ReadonlyArray<AdminAuditEntry>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type AdminAuditEntry = {
  /** RFC 3339, in UTC */
  readonly at: string
  /** The user who made the request; `(service)` if no user did */
  readonly userId: string
  readonly userName?: string | undefined
  /** The action as a noun and a verb (`material.create`); for a refused request its `operationId` in this document; `requests.refuse` if more were refused than are written singly, with their number as `object` */
  readonly action: string
  /** The identifier of the object of the action */
  readonly object: string
  /** `Done`, the role that was given, or the code of the failure */
  readonly outcome: string
  readonly requestId?: string | undefined
  /** The OAuth client, or the id of the token for programs, with which the user made the request */
  readonly client?: string | undefined
  /** `mcp` if a program used a tool of `/mcp`, otherwise `api` */
  readonly via: "api" | "mcp"
  /** Absent for what an operator did to the service */
  readonly projectId?: (ProjectId) | undefined
}

export type AdminOperationsPage = {
  readonly operations: ReadonlyArray<AdminOperation>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type AdminOperation = {
  readonly operationId: string
  readonly kind: OperationKind
  readonly status: OperationStatus
  readonly projectId: ProjectId
  readonly modelId: string
  readonly userId: string
  readonly userName?: string | undefined
  /** RFC 3339, in UTC */
  readonly createdAt: string
  /** RFC 3339, in UTC */
  readonly startedAt?: string | undefined
  /** RFC 3339, in UTC */
  readonly endedAt?: string | undefined
  readonly error?: string | undefined
}

export type AdminHealth = {
  readonly status: "ready" | "unavailable"
  readonly checks: Readonly<Record<string, string>>
  readonly version: string
  readonly waiting: ReadonlyArray<{
    readonly kind: string
    readonly status: "Queued" | "InProgress"
    readonly count: Int
  }>
  /** Worker processes of the process that answers */
  readonly workers: {
    readonly alive: Int
    readonly busy: Int
    readonly wanted: Int
  }
}

export type OperationsPage = {
  readonly operations: ReadonlyArray<OperationState>
  readonly totalCount: Int
  readonly page: Int
  readonly pageSize: Int
}

export type OperationState = {
  readonly id: OperationId
  readonly kind: OperationKind
  readonly status: OperationStatus
  readonly percentageCompleted: Int
  /** RFC 3339, in UTC */
  readonly createdAt: string
  /** RFC 3339, in UTC */
  readonly startedAt?: string | undefined
  /** RFC 3339, in UTC */
  readonly endedAt?: string | undefined
  /** The user who started the operation */
  readonly userId: string
  readonly userName?: string | undefined
  readonly projectId: ProjectId
  readonly modelId: ModelId
  /** The name of the model; absent if the model was removed */
  readonly modelName?: string | undefined
  /** The uploaded file of an import */
  readonly fileName?: string | undefined
  readonly error?: string | undefined
  readonly errorDetails?: string | undefined
  readonly reportUrl?: string | undefined
}

export type TokenRequest = {
  /** authorization_code or refresh_token */
  readonly grant_type?: string | null | undefined
  readonly code?: string | null | undefined
  /** The URL that the code was requested with; needed with a code */
  readonly redirect_uri?: string | null | undefined
  /** The code verifier of RFC 7636; needed with a code */
  readonly code_verifier?: string | null | undefined
  readonly refresh_token?: string | null | undefined
  readonly client_id?: string | null | undefined
  /** The secret of a client that has one; empty is none */
  readonly client_secret?: string | null | undefined
}

export type Tokens = {
  readonly access_token: string
  readonly token_type: "Bearer"
  /** Seconds */
  readonly expires_in: number
  /** The scopes that were granted, separated by blanks */
  readonly scope: string
  /** Serves once, within 30 days; a second use ends the sign-in. Absent if the provider gives none */
  readonly refresh_token?: string | undefined
}

export type RegistrationRequest = {
  /** At least one: https, or http on 127.0.0.1, [::1] or localhost, whose port is not compared */
  readonly redirect_uris?: ReadonlyArray<string> | null | undefined
  /** The name that users see, as the client claims it */
  readonly client_name?: Name | null | undefined
  /** Scopes that it may have, separated by blanks; unknown names are dropped; none: models:read */
  readonly scope?: string | null | undefined
  /** It must contain authorization_code, which is the default */
  readonly grant_types?: ReadonlyArray<string> | null | undefined
  /** It must contain code, which is the default */
  readonly response_types?: ReadonlyArray<string> | null | undefined
}

export type Scopes = {
  readonly scopes: ReadonlyArray<string>
}

export type AuthorizationServer = {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  /** Absent unless programs may register themselves */
  readonly registration_endpoint?: string | undefined
  readonly scopes_supported: ReadonlyArray<string>
  readonly response_types_supported: ReadonlyArray<string>
  readonly response_modes_supported: ReadonlyArray<string>
  readonly grant_types_supported: ReadonlyArray<string>
  readonly code_challenge_methods_supported: ReadonlyArray<string>
  readonly token_endpoint_auth_methods_supported: ReadonlyArray<string>
  readonly authorization_response_iss_parameter_supported: boolean
  readonly service_documentation: string
}

export type ProtectedResource = {
  readonly resource: string
  readonly resource_name: string
  readonly resource_documentation: string
  readonly authorization_servers: ReadonlyArray<string>
  readonly scopes_supported: ReadonlyArray<string>
  readonly bearer_methods_supported: ReadonlyArray<string>
}

export type About = {
  readonly name: "Plinth"
  readonly version: string
  readonly links: {
    /** The page for people */
    readonly app: string
    /** The reference for people */
    readonly docs: string
    /** The OpenAPI document */
    readonly openapi: string
    /** Returns 200 while the process runs */
    readonly healthz: string
    /** Returns 200 while all dependencies of the service answer */
    readonly readyz: string
  }
}

export type OpenApiDocument = {
  readonly openapi: string
  readonly info: unknown
  readonly paths: unknown
} & Readonly<Record<string, unknown>>

export type Health = {
  readonly status: "ok"
}

export type Readiness = {
  readonly status: "ready" | "unavailable"
  readonly checks: Readonly<Record<string, string>>
}

const methods = (call: ReturnType<typeof caller>) => ({
  /** List the caller's projects. Ordered by name. */
  listProjects: (given: {
  } & CallOptions = {}): Promise<ListProjectsAnswer> =>
    call({ method: "GET", path: "/v1/projects" }, given),

  /** Create a project. The caller becomes its Owner. Returns 403 if the caller uses a token for programs that is limited to some projects. */
  createProject: (given: {
    readonly body: ProjectDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<Project> =>
    call({ method: "POST", path: "/v1/projects", body: true, key: true }, given),

  /** Read a project */
  readProject: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<Project> =>
    call({ method: "GET", path: "/v1/projects/{projectId}" }, given),

  /** Change a project. An absent member keeps its value; `description: null` clears it. */
  changeProject: (given: {
    readonly projectId: ProjectId
    readonly body: ProjectChange
  } & CallOptions): Promise<Project> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}", body: true }, given),

  /** Delete a project. Everything in the project is deleted with it, files included. */
  deleteProject: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}" }, given),

  /** List the members of a project */
  listMembers: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<ListMembersAnswer> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/members" }, given),

  /** Add a member, or change a member's role. A member is identified by the subject of the token and can be added before the first sign-in. */
  putMember: (given: {
    readonly projectId: ProjectId
    readonly userId: string
    readonly body: RoleChange
  } & CallOptions): Promise<ProjectMember> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}/members/{userId}", body: true }, given),

  /** Remove a member. All members may remove themselves. Returns 400 if the member is the last Owner. */
  removeMember: (given: {
    readonly projectId: ProjectId
    readonly userId: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/members/{userId}" }, given),

  /** List the members with the role in force on a model */
  listModelMembers: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ListModelMembersAnswer> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/members", session: true }, given),

  /** Give a member a role on a model */
  putModelMember: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly userId: string
    readonly body: RoleChange
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ModelMember> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}/models/{modelId}/members/{userId}", body: true, session: true }, given),

  /** Take back the role that a member was given on a model */
  removeModelMember: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly userId: string
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/models/{modelId}/members/{userId}", session: true }, given),

  /** List the open invitations of a project. Ordered by creation. */
  listInvitations: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<ListInvitationsAnswer> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/invitations" }, given),

  /** Invite somebody to a project. Only this answer shows the link. It is not stored, so a repetition with the same `Idempotency-Key` returns 400 `IdempotencyKeyReused`. */
  createInvitation: (given: {
    readonly projectId: ProjectId
    readonly body: InvitationDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<ShownInvitation> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/invitations", body: true, key: true }, given),

  /** Withdraw an invitation */
  deleteInvitation: (given: {
    readonly projectId: ProjectId
    readonly invitationId: InvitationId
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/invitations/{invitationId}" }, given),

  /** Accept an invitation. The caller becomes a member of the project; the token may have any scope. If the caller is already a member, the role stays and the invitation remains open. Returns 404 if the invitation is unknown, used, expired or withdrawn, or if its maker is no longer an Owner. */
  acceptInvitation: (given: {
    readonly secret: string
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<Project> =>
    call({ method: "POST", path: "/v1/invitations/{secret}", key: true }, given),

  /** Read the audit of a project. Lists, newest first, every change and every request that was refused for its scope or role, also by users who are not members. Requests that only read are not recorded. */
  readAudit: (given: {
    readonly projectId: ProjectId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
  } & CallOptions): Promise<AuditPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/audit", query: ["page","pageSize"] }, given),
  /** All pages of `readAudit`, each asked for when the one before is used up */
  readAuditPages: (given: {
    readonly projectId: ProjectId
    readonly pageSize?: number | undefined
  } & CallOptions): AsyncGenerator<AuditPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/audit", query: ["page","pageSize"] }, { pageSize: 1000, ...given, page })),

  /** List one's tokens for programs. In the order of their creation. */
  listTokens: (given: {
  } & CallOptions = {}): Promise<ListTokensAnswer> =>
    call({ method: "GET", path: "/v1/tokens" }, given),

  /** Create a token for a program. The token acts as the caller, with these scopes, in these projects. This answer shows it once: it is not kept for its `Idempotency-Key`, and a repetition is 400 `IdempotencyKeyReused`. */
  createToken: (given: {
    readonly body: ProgramTokenDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<ShownProgramToken> =>
    call({ method: "POST", path: "/v1/tokens", body: true, key: true }, given),

  /** Delete a token for a program */
  deleteToken: (given: {
    readonly tokenId: TokenId
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/tokens/{tokenId}" }, given),

  /** List the tokens for programs that reach the project. Those of all members, in the order of their creation. */
  listProjectTokens: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<ListProjectTokensAnswer> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/tokens" }, given),

  /** Shut a token for programs out of the project. It goes on to work in the other projects that it reaches. */
  shutOutToken: (given: {
    readonly projectId: ProjectId
    readonly tokenId: TokenId
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/tokens/{tokenId}" }, given),

  /** Get a place to upload a file to. PUT the bytes to `uploadUrl` within an hour, then send `uploadKey` when creating the model. A key can be used for one model. Returns 429 if the caller has 200 open keys, or unused uploads of 20 times the largest upload. */
  uploadUrl: (given: {
  } & CallOptions = {}): Promise<UploadTicket> =>
    call({ method: "GET", path: "/v1/files/upload-url" }, given),

  /** @deprecated An older spelling. Get a place to upload a file to (older path) */
  uploadUrlOlder: (given: {
  } & CallOptions = {}): Promise<UploadTicket> =>
    call({ method: "GET", path: "/v1/upload-url" }, given),

  /** List the models of a project. Lists the imported models that the caller may see, ordered by name. */
  listModels: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<ListModelsAnswer> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models" }, given),

  /** Create a model and start its import. The extension of `uploadFileName` decides how the file is read: .ifc, .ifczip, .zip, .3dm, .rvt, .skp. The model is listed when the operation is Ready. Returns 400 for the sample project. */
  createModel: (given: {
    readonly projectId: ProjectId
    readonly body: ModelDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<CreateModelAnswer> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models", body: true, key: true }, given),

  /** Import a new file for a model. The file becomes the next version of the model when the operation is Ready. Products are matched by GlobalId, and published changes are kept. Until then, or if the operation fails, the model does not change. */
  importFile: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly body: NewFileDraft
    readonly clientSessionId?: string | undefined
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<CreateModelAnswer> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/imports", body: true, session: true, key: true }, given),

  /** Read a model */
  readModel: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<Model> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}", session: true }, given),

  /** Remove a model. Unfinished operations of the model become Failed. */
  removeModel: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/models/{modelId}", session: true }, given),

  /** Get the values of a model as a Parquet file. The file has one row for each value, with the columns `product` (GlobalId), `propertySet` (null for attributes of the product, such as Class or Name), `property`, `text` and `number`. Rows are sorted by set, property and product. Numbers are in the units of the file; a boolean is `true` and 1 or `false` and 0. Pages are compressed with Zstandard. Contains the latest public version. */
  parquet: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<FileLink> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/parquet", session: true }, given),

  /** List the product fields of a model. `fieldDetails` has an entry for each field of the page except Guid, Class and Name. With `units=SI` it names the units of the numbers that a query with the same `units` returns. */
  listFields: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    readonly version?: string | undefined
    readonly units?: "Model" | "SI" | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<FieldsPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/products/properties/available-data", query: ["page","pageSize","version","units"], session: true }, given),
  /** All pages of `listFields`, each asked for when the one before is used up */
  listFieldsPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly pageSize?: number | undefined
    readonly version?: string | undefined
    readonly units?: "Model" | "SI" | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<FieldsPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/products/properties/available-data", query: ["page","pageSize","version","units"], session: true }, { pageSize: 1000, ...given, page })),

  /** Query the products of a model. Filters combine with AND; `where` is a tree of comparisons. Without `fields` a product has Guid, Class, Name, SpatialLocation, MaterialLayerSet and Code. The members of a product have the names of the fields. `OverallHeight` and `OverallWidth` are attributes of doors and windows. `MaterialLayers` and `Groups` are arrays, which are returned only if `fields` names them and are not in the list of fields; `Groups.Name` is a plain value. */
  queryProducts: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    readonly version?: string | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly body: ProductQuery
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ProductsPage> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/products/properties/query", query: ["page","pageSize","version","bom","separator","decimal","unitsInHeader"], body: true, session: true, read: true }, given),
  /** All pages of `queryProducts`, each asked for when the one before is used up */
  queryProductsPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly pageSize?: number | undefined
    readonly version?: string | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly body: ProductQuery
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<ProductsPage, void> =>
    paged((page) => call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/products/properties/query", query: ["page","pageSize","version","bom","separator","decimal","unitsInHeader"], body: true, session: true, read: true }, { pageSize: 1000, ...given, page })),

  /** List the product fields of several models. Lists all fields of the models, and `Model`. Each detail covers all models; its unit is the SI unit if those of the models differ. */
  listProjectFields: (given: {
    readonly projectId: ProjectId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    readonly units?: "Model" | "SI" | undefined
    /** Repeated for each model; by default all models that the caller may read */
    readonly models?: ReadonlyArray<ModelId> | undefined
  } & CallOptions): Promise<FieldsPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/products/properties/available-data", query: ["page","pageSize","units","models"] }, given),
  /** All pages of `listProjectFields`, each asked for when the one before is used up */
  listProjectFieldsPages: (given: {
    readonly projectId: ProjectId
    readonly pageSize?: number | undefined
    readonly units?: "Model" | "SI" | undefined
    /** Repeated for each model; by default all models that the caller may read */
    readonly models?: ReadonlyArray<ModelId> | undefined
  } & CallOptions): AsyncGenerator<FieldsPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/products/properties/available-data", query: ["page","pageSize","units","models"] }, { pageSize: 1000, ...given, page })),

  /** Query the products of several models. Works like the query of one model. `Model` is a field `{ModelId, Name}`, of which filters compare the id or the name; without `fields` a product has it and the default fields. Models that the caller may not read are left out. Returns 400 `ReferenceNotFound` if `models` names such a model or an unknown one. */
  queryProjectProducts: (given: {
    readonly projectId: ProjectId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly body: ProjectQuery
  } & CallOptions): Promise<ProductsPage> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/products/properties/query", query: ["page","pageSize","bom","separator","decimal","unitsInHeader"], body: true, read: true }, given),
  /** All pages of `queryProjectProducts`, each asked for when the one before is used up */
  queryProjectProductsPages: (given: {
    readonly projectId: ProjectId
    readonly pageSize?: number | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly body: ProjectQuery
  } & CallOptions): AsyncGenerator<ProductsPage, void> =>
    paged((page) => call({ method: "POST", path: "/v1/projects/{projectId}/products/properties/query", query: ["page","pageSize","bom","separator","decimal","unitsInHeader"], body: true, read: true }, { pageSize: 1000, ...given, page })),

  /** Sum the products of several models by groups. Each product is in one group, by the values of up to four fields. Sum, Mean, Min and Max use the numbers among the values of a property; a calculator returns the values of a quantity calculation. `totals` covers all groups, not only those of the page. */
  groupProjectProducts: (given: {
    readonly projectId: ProjectId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly body: ProjectGroupQuery
  } & CallOptions): Promise<GroupsPage> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/products/groups", query: ["page","pageSize","bom","separator","decimal","unitsInHeader"], body: true, read: true }, given),
  /** All pages of `groupProjectProducts`, each asked for when the one before is used up */
  groupProjectProductsPages: (given: {
    readonly projectId: ProjectId
    readonly pageSize?: number | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly body: ProjectGroupQuery
  } & CallOptions): AsyncGenerator<GroupsPage, void> =>
    paged((page) => call({ method: "POST", path: "/v1/projects/{projectId}/products/groups", query: ["page","pageSize","bom","separator","decimal","unitsInHeader"], body: true, read: true }, { pageSize: 1000, ...given, page })),

  /** Sum the products of a model by groups. Each product is in one group, by the values of up to four fields. Sum, Mean, Min and Max use the numbers among the values of a property; a calculator returns the values of a quantity calculation. `totals` covers all groups, not only those of the page. */
  groupProducts: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly body: GroupQuery
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<GroupsPage> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/products/groups", query: ["page","pageSize","bom","separator","decimal","unitsInHeader"], body: true, session: true, read: true }, given),
  /** All pages of `groupProducts`, each asked for when the one before is used up */
  groupProductsPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly pageSize?: number | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly body: GroupQuery
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<GroupsPage, void> =>
    paged((page) => call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/products/groups", query: ["page","pageSize","bom","separator","decimal","unitsInHeader"], body: true, session: true, read: true }, { pageSize: 1000, ...given, page })),

  /** Start a quantity calculation. Poll the operation at `Location`, then get its result. All values are in SI units; `units` chooses the units in which filters compare numbers. */
  startQuantities: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly body: QuantityQuery
    readonly clientSessionId?: string | undefined
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<Operation> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/products/quantities/query", body: true, session: true, key: true }, given),

  /** Get the result of a quantity calculation. Returns 400 if the operation is not Ready or has failed. For each measure the result lists the products without a value (`missing`), the wholes whose value comes only from their parts (`carriedByParts`), and the wholes whose own value is summed in addition to that of their parts (`alsoCarriedByParts`). */
  quantityResult: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly operationId: OperationId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ResultLink> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/products/quantities/{operationId}/result", session: true }, given),

  /** List the dynamic fields of a model. Lists the values that can be calculated from shapes and placements. All values are in SI units. */
  listDynamicFields: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<FieldsPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/products/dynamic-properties/available-data", query: ["page","pageSize"], session: true }, given),
  /** All pages of `listDynamicFields`, each asked for when the one before is used up */
  listDynamicFieldsPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly pageSize?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<FieldsPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/products/dynamic-properties/available-data", query: ["page","pageSize"], session: true }, { pageSize: 1000, ...given, page })),

  /** Start a calculation of dynamic properties. Poll the operation at `Location`, then get its result. Without `fields` all dynamic properties are calculated. Filters cannot use them. All values are in SI units; `units` chooses the units in which filters compare numbers. */
  startDynamicProperties: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly body: DynamicPropertyQuery
    readonly clientSessionId?: string | undefined
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<Operation> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/products/dynamic-properties/query", body: true, session: true, key: true }, given),

  /** Get the result of a calculation of dynamic properties. Returns 400 if the operation is not Ready or has failed. The `Quality` of a value is `Measured` from the shape, which for a volume means that the shape is closed and that the volume fits its box, its surface, the volume without openings and, of a single extrusion, profile and depth; `Approximate` if it has no single meaning, such as the length of a wall, or if the shape lacks faces; `Stated` if it is from the file; `Parts` or `PartsIncomplete` if it is the sum of all parts or of some; `Missing` if there is none. */
  dynamicPropertiesResult: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly operationId: OperationId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ResultLink> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/products/dynamic-properties/{operationId}/result", session: true }, given),

  /** List the saved queries that the caller sees. The caller's own queries and the shared ones, ordered by name. */
  listSavedQueries: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<ListSavedQueriesAnswer> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/queries" }, given),

  /** Save a query. Contributors and Owners can share the query with all members. `query` is validated like the body of a product query and returned as it was sent. Names need not be unique. */
  createSavedQuery: (given: {
    readonly projectId: ProjectId
    readonly body: SavedQueryDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<SavedQuery> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/queries", body: true, key: true }, given),

  /** Read a saved query */
  readSavedQuery: (given: {
    readonly projectId: ProjectId
    readonly queryId: SavedQueryId
  } & CallOptions): Promise<SavedQuery> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/queries/{queryId}" }, given),

  /** Change a saved query. Allowed for the user who saved the query and, if it is shared, for Owners of the project. An absent member keeps its value. */
  changeSavedQuery: (given: {
    readonly projectId: ProjectId
    readonly queryId: SavedQueryId
    readonly body: SavedQueryChange
  } & CallOptions): Promise<SavedQuery> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}/queries/{queryId}", body: true }, given),

  /** Delete a saved query. Allowed for the user who saved the query and, if it is shared, for Owners of the project. */
  deleteSavedQuery: (given: {
    readonly projectId: ProjectId
    readonly queryId: SavedQueryId
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/queries/{queryId}" }, given),

  /** List the documents of requirements. Ordered by creation. */
  listRequirements: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<ListRequirementsAnswer> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/requirements" }, given),

  /** Add a document of requirements. The body is an .ids file of buildingSMART's Information Delivery Specification 1.0. Returns 400 with the line and the reason if the file does not match the schema, has a DOCTYPE, or contains a pattern that cannot be read. */
  createRequirements: (given: {
    readonly projectId: ProjectId
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<RequirementsDocument> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/requirements", body: true, key: true }, given),

  /** Read a document of requirements */
  readRequirements: (given: {
    readonly projectId: ProjectId
    readonly requirementsId: RequirementsId
    /** `ids` returns the uploaded file, byte for byte */
    readonly format?: "ids" | undefined
  } & CallOptions): Promise<RequirementsDocument> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/requirements/{requirementsId}", query: ["format"] }, given),

  /** Change a document of requirements. An .ids file replaces the document, which keeps its id. JSON changes which models are checked automatically; an absent member keeps its value. */
  changeRequirements: (given: {
    readonly projectId: ProjectId
    readonly requirementsId: RequirementsId
    readonly body: RequirementsChange
  } & CallOptions): Promise<RequirementsDocument> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}/requirements/{requirementsId}", body: true }, given),

  /** Delete a document of requirements. The results of earlier checks are kept. */
  deleteRequirements: (given: {
    readonly projectId: ProjectId
    readonly requirementsId: RequirementsId
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/requirements/{requirementsId}" }, given),

  /** Export the topics of a project as a BCF file. The files are valid by the schemas of the version. Elements of an imported file that the service does not know, which the schemas refuse, are kept in processing instructions at their place. */
  exportTopics: (given: {
    readonly projectId: ProjectId
    /** The version of BCF, 3.0 if absent */
    readonly version?: "2.1" | "3.0" | undefined
  } & CallOptions): Promise<void> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/topics.bcfzip", query: ["version"] }, given),

  /** Import a BCF file. The body is a .bcfzip of version 2.1 or 3.0. Guids are kept, so that existing topics are updated; unknown content is kept and exported again, elements in processing instructions. Authors and dates are those of the file. */
  importTopics: (given: {
    readonly projectId: ProjectId
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<{
    /** Number of new topics */
    readonly created: number
    /** Number of topics that were there already */
    readonly changed: number
  }> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/topics.bcfzip", body: true, key: true }, given),

  /** List the versions of the buildingSMART APIs */
  readFoundationVersions: (given: {
  } & CallOptions = {}): Promise<FoundationVersions> =>
    call({ method: "GET", path: "/foundation/versions" }, given),

  /** Read how clients of the BCF API sign in */
  readFoundationAuth: (given: {
  } & CallOptions = {}): Promise<FoundationAuth> =>
    call({ method: "GET", path: "/foundation/1.1/auth" }, given),

  /** Read the caller's id and name */
  readCurrentUser: (given: {
  } & CallOptions = {}): Promise<BcfUser> =>
    call({ method: "GET", path: "/foundation/1.1/current-user" }, given),

  /** Read the caller's id and name, by an older path */
  readBcfUser: (given: {
  } & CallOptions = {}): Promise<BcfUser> =>
    call({ method: "GET", path: "/bcf/3.0/current-user" }, given),

  /** List the caller's projects. Ordered by name. */
  listBcfProjects: (given: {
  } & CallOptions = {}): Promise<ReadonlyArray<BcfProject>> =>
    call({ method: "GET", path: "/bcf/3.0/projects" }, given),

  /** Read a project */
  readBcfProject: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<BcfProject> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}" }, given),

  /** Change a project: always 403, projects are changed at /v1 */
  changeBcfProject: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<void> =>
    call({ method: "PUT", path: "/bcf/3.0/projects/{projectId}" }, given),

  /** Read the words for topics and what the caller may do. The words that the service offers and those in use; any other word is accepted. The users are the members. */
  readBcfExtensions: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<BcfExtensions> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/extensions" }, given),

  /** Change the words for topics: always 403, words come with topics */
  changeBcfExtensions: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<void> =>
    call({ method: "PUT", path: "/bcf/3.0/projects/{projectId}/extensions" }, given),

  /** List the topics of a project. In the order of creation unless `$orderby` says more. */
  listTopics: (given: {
    readonly projectId: ProjectId
    /** A condition of OData, such as `topic_status eq 'Open' and labels/any(label: label eq 'Fire')` */
    readonly $filter?: string | undefined
    /** An order, such as `modified_date desc, title` */
    readonly $orderby?: string | undefined
    /** The most items that are returned */
    readonly $top?: string | undefined
    /** The number of items that are left out at the beginning */
    readonly $skip?: string | undefined
  } & CallOptions): Promise<ReadonlyArray<BcfTopic>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics", query: ["$filter","$orderby","$top","$skip"] }, given),

  /** Create a topic. A guid that is taken in the project returns 409. */
  createTopic: (given: {
    readonly projectId: ProjectId
    readonly body: BcfTopicDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<BcfTopic> =>
    call({ method: "POST", path: "/bcf/3.0/projects/{projectId}/topics", body: true, key: true }, given),

  /** Read a topic. `If-None-Match` returns 304 if nothing has changed. */
  readTopic: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
  } & CallOptions): Promise<BcfTopic> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}" }, given),

  /** Replace a topic. A member that is absent is gone. `If-Match` guards others' changes. */
  changeTopic: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly body: BcfTopicDraft
  } & CallOptions): Promise<BcfTopic> =>
    call({ method: "PUT", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}", body: true }, given),

  /** Delete a topic. Allowed for its maker, Contributors and Owners. */
  deleteTopic: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}" }, given),

  /** List the topics that a topic is related to */
  listRelatedTopics: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
  } & CallOptions): Promise<ReadonlyArray<BcfRelatedTopic>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/related_topics" }, given),

  /** Replace the topics that a topic is related to */
  changeRelatedTopics: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly body: ReadonlyArray<BcfRelatedTopic>
  } & CallOptions): Promise<ReadonlyArray<BcfRelatedTopic>> =>
    call({ method: "PUT", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/related_topics", body: true }, given),

  /** List the comments of a topic. In the order of creation. */
  listComments: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
  } & CallOptions): Promise<ReadonlyArray<BcfComment>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/comments" }, given),

  /** Comment on a topic */
  createComment: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly body: BcfCommentDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<BcfComment> =>
    call({ method: "POST", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/comments", body: true, key: true }, given),

  /** Read a comment */
  readComment: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly commentGuid: string
  } & CallOptions): Promise<BcfComment> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/comments/{commentGuid}" }, given),

  /** Replace a comment. Allowed for its writer and Owners. */
  changeComment: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly commentGuid: string
    readonly body: BcfCommentDraft
  } & CallOptions): Promise<BcfComment> =>
    call({ method: "PUT", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/comments/{commentGuid}", body: true }, given),

  /** Delete a comment. Allowed for its writer and Owners. */
  deleteComment: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly commentGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/comments/{commentGuid}" }, given),

  /** List the viewpoints of a topic. In the order of creation. */
  listViewpoints: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
  } & CallOptions): Promise<ReadonlyArray<BcfViewpoint>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/viewpoints" }, given),

  /** Create a viewpoint. Viewpoints never change. Pictures are PNG or JPEG in base 64; their type is told by their bytes. */
  createViewpoint: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly body: BcfViewpointDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<BcfViewpoint> =>
    call({ method: "POST", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/viewpoints", body: true, key: true }, given),

  /** Read a viewpoint */
  readViewpoint: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly viewpointGuid: string
  } & CallOptions): Promise<BcfViewpoint> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/viewpoints/{viewpointGuid}" }, given),

  /** Delete a viewpoint */
  deleteViewpoint: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly viewpointGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/viewpoints/{viewpointGuid}" }, given),

  /** Read the snapshot of a viewpoint */
  readSnapshot: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly viewpointGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/viewpoints/{viewpointGuid}/snapshot" }, given),

  /** Read a bitmap of a viewpoint */
  readBitmap: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly viewpointGuid: string
    readonly bitmapGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/viewpoints/{viewpointGuid}/bitmaps/{bitmapGuid}" }, given),

  /** Read the selected components of a viewpoint */
  readSelection: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly viewpointGuid: string
  } & CallOptions): Promise<BcfSelection> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/viewpoints/{viewpointGuid}/selection" }, given),

  /** Read the coloured components of a viewpoint */
  readColoring: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly viewpointGuid: string
  } & CallOptions): Promise<BcfColored> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/viewpoints/{viewpointGuid}/coloring" }, given),

  /** Read which components of a viewpoint are visible */
  readVisibility: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly viewpointGuid: string
  } & CallOptions): Promise<BcfVisible> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/viewpoints/{viewpointGuid}/visibility" }, given),

  /** List the documents of a project. In the order of creation. */
  listDocuments: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<ReadonlyArray<BcfDocument>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/documents" }, given),

  /** Add a document. Its name is that of `Content-Disposition`. */
  createDocument: (given: {
    readonly projectId: ProjectId
    /** The guid of the document */
    readonly guid?: string | undefined
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<BcfDocument> =>
    call({ method: "POST", path: "/bcf/3.0/projects/{projectId}/documents", query: ["guid"], body: true, key: true }, given),

  /** Read a document */
  readDocument: (given: {
    readonly projectId: ProjectId
    readonly documentGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/documents/{documentGuid}" }, given),

  /** List the documents that a topic refers to */
  listDocumentReferences: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
  } & CallOptions): Promise<ReadonlyArray<BcfDocumentReference>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/document_references" }, given),

  /** Refer to a document. By `document_guid`, or by a `url` of http or https. */
  createDocumentReference: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly body: BcfDocumentReferenceDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<BcfDocumentReference> =>
    call({ method: "POST", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/document_references", body: true, key: true }, given),

  /** Replace a reference to a document */
  changeDocumentReference: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly referenceGuid: string
    readonly body: BcfDocumentReferenceDraft
  } & CallOptions): Promise<BcfDocumentReference> =>
    call({ method: "PUT", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/document_references/{referenceGuid}", body: true }, given),

  /** List the model files that a topic is about. Without those of models that the caller may not see. */
  listTopicFiles: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
  } & CallOptions): Promise<ReadonlyArray<BcfFile>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/files" }, given),

  /** Replace the model files that a topic is about */
  changeTopicFiles: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    readonly body: ReadonlyArray<BcfFileDraft>
  } & CallOptions): Promise<ReadonlyArray<BcfFile>> =>
    call({ method: "PUT", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/files", body: true }, given),

  /** List the models that the caller sees, as files that topics may name */
  listFilesInformation: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<ReadonlyArray<BcfFileInformation>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/files_information" }, given),

  /** Read the snippet of a topic */
  readSnippet: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/snippet" }, given),

  /** Replace the snippet of a topic */
  changeSnippet: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "PUT", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/snippet", body: true }, given),

  /** List the changes of all topics. Oldest first. */
  listTopicsEvents: (given: {
    readonly projectId: ProjectId
    /** The most items that are returned */
    readonly $top?: string | undefined
    /** The number of items that are left out at the beginning */
    readonly $skip?: string | undefined
  } & CallOptions): Promise<ReadonlyArray<BcfTopicEvent>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/events", query: ["$top","$skip"] }, given),

  /** List the changes of a topic. Oldest first. */
  listTopicEvents: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    /** The most items that are returned */
    readonly $top?: string | undefined
    /** The number of items that are left out at the beginning */
    readonly $skip?: string | undefined
  } & CallOptions): Promise<ReadonlyArray<BcfTopicEvent>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/events", query: ["$top","$skip"] }, given),

  /** List the changes of all comments. Oldest first. */
  listCommentsEvents: (given: {
    readonly projectId: ProjectId
    /** The most items that are returned */
    readonly $top?: string | undefined
    /** The number of items that are left out at the beginning */
    readonly $skip?: string | undefined
  } & CallOptions): Promise<ReadonlyArray<BcfCommentEvent>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/comments/events", query: ["$top","$skip"] }, given),

  /** List the changes of the comments of a topic. Oldest first. */
  listCommentEvents: (given: {
    readonly projectId: ProjectId
    readonly topicGuid: string
    /** The most items that are returned */
    readonly $top?: string | undefined
    /** The number of items that are left out at the beginning */
    readonly $skip?: string | undefined
  } & CallOptions): Promise<ReadonlyArray<BcfCommentEvent>> =>
    call({ method: "GET", path: "/bcf/3.0/projects/{projectId}/topics/{topicGuid}/comments/events", query: ["$top","$skip"] }, given),

  /** Check a model against requirements. Checks the file that an export of the caller's own view would give, unpublished changes included, against a document of the project. Poll the operation at `Location`, then get its result. */
  startCheck: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly body: CheckRequest
    readonly clientSessionId?: string | undefined
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<Operation> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/checks", body: true, session: true, key: true }, given),

  /** List the checks of a model. Lists, newest first, the caller's own checks and the automatic ones. */
  listChecks: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ChecksPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/checks", query: ["page","pageSize"], session: true }, given),
  /** All pages of `listChecks`, each asked for when the one before is used up */
  listChecksPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly pageSize?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<ChecksPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/checks", query: ["page","pageSize"], session: true }, { pageSize: 1000, ...given, page })),

  /** Get the result of a check. Returns 400 if the operation is not Ready or has failed. */
  checkResult: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly operationId: OperationId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<CheckLinks> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/checks/{operationId}/result", session: true }, given),

  /** Read where the open dataset is. Returns the Apache Iceberg tables of the public content of the project: products, properties and quantities. They follow each import, publication and removal within seconds. Returns 403 if some model of the project is hidden from the caller, and 404 if the service keeps no datasets. */
  readDataset: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<Dataset> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/dataset" }, given),

  /** Read a file of the open dataset. The URL is a `httpMetadataUrl`, or one that the files there name. It needs no token and is valid for seven days. HEAD is supported, and Range with one range; a Range with an `If-Range` that is not the `ETag` of the file returns the whole file. */
  readDatasetFile: (given: {
    readonly ticket: string
    readonly folder: string
    readonly fileName: string
  } & CallOptions): Promise<void> =>
    call({ method: "GET", path: "/v1/files/datasets/{ticket}/{folder}/{fileName}" }, given),

  /** Read what changed in a project. Lists events in the order of their commits, from the oldest one or after the event `after`. Send `next` as `after` to get the next page; an empty page is the end. Events are kept for 30 days. Returns 410 if `after` is older. Events of models and operations require models:read and access to the model or operation, those of libraries libraries:read; other events are left out. With `Accept: text/event-stream` the answer is a stream of server-sent events (`id`, `event`, `data`) that stays open. It begins after `Last-Event-ID` if that header is sent, and `limit` has no effect. A user may have 20 streams in a process. */
  readEvents: (given: {
    readonly projectId: ProjectId
    readonly after?: EventId | undefined
    readonly limit?: number | undefined
  } & CallOptions): Promise<EventPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/events", query: ["after","limit"] }, given),

  /** List the webhooks of a project. In the order of their creation. */
  listWebhooks: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<ListWebhooksAnswer> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/webhooks" }, given),

  /** Create a webhook. The webhook receives the events of these types that the caller may see at the time of each delivery, and for which the caller's token has the scopes. The secret is shown here once: the answer is not kept for its `Idempotency-Key`, and a repetition is 400 `IdempotencyKeyReused`. The URL must be https and lead to a public address, unless the operator allows others: 400 `TargetRefused`. */
  createWebhook: (given: {
    readonly projectId: ProjectId
    readonly body: WebhookDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<ShownWebhook> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/webhooks", body: true, key: true }, given),

  /** Read a webhook */
  readWebhook: (given: {
    readonly projectId: ProjectId
    readonly webhookId: WebhookId
  } & CallOptions): Promise<Webhook> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/webhooks/{webhookId}" }, given),

  /** Change a webhook. From then on the rights of the caller decide which events the webhook receives. An absent member keeps its value. A webhook that is enabled again receives only later events. */
  changeWebhook: (given: {
    readonly projectId: ProjectId
    readonly webhookId: WebhookId
    readonly body: WebhookChange
  } & CallOptions): Promise<Webhook> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}/webhooks/{webhookId}", body: true }, given),

  /** Delete a webhook */
  deleteWebhook: (given: {
    readonly projectId: ProjectId
    readonly webhookId: WebhookId
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/webhooks/{webhookId}" }, given),

  /** Replace the secret of a webhook. The new secret is shown here once. For 24 hours deliveries carry a signature by each of the two. */
  rotateWebhookSecret: (given: {
    readonly projectId: ProjectId
    readonly webhookId: WebhookId
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<ShownWebhook> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/webhooks/{webhookId}/rotate", key: true }, given),

  /** Send a test to a webhook. Sends `webhook.test` once. A disabled webhook is 400. */
  testWebhook: (given: {
    readonly projectId: ProjectId
    readonly webhookId: WebhookId
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<WebhookDelivery> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/webhooks/{webhookId}/test", key: true }, given),

  /** List the deliveries of a webhook. Those of the last 30 days, newest first. */
  listWebhookDeliveries: (given: {
    readonly projectId: ProjectId
    readonly webhookId: WebhookId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
  } & CallOptions): Promise<WebhookDeliveriesPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/webhooks/{webhookId}/deliveries", query: ["page","pageSize"] }, given),
  /** All pages of `listWebhookDeliveries`, each asked for when the one before is used up */
  listWebhookDeliveriesPages: (given: {
    readonly projectId: ProjectId
    readonly webhookId: WebhookId
    readonly pageSize?: number | undefined
  } & CallOptions): AsyncGenerator<WebhookDeliveriesPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/webhooks/{webhookId}/deliveries", query: ["page","pageSize"] }, { pageSize: 1000, ...given, page })),

  /** Send a delivery again. One that has ended is tried once more, a waiting one now. */
  retryWebhookDelivery: (given: {
    readonly projectId: ProjectId
    readonly webhookId: WebhookId
    readonly deliveryId: DeliveryId
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<WebhookDelivery> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}/retry", key: true }, given),

  /** Get the shapes of a model as a glTF file. Binary glTF in metres, with Y up. `exchange` has a node for each product, named by its GlobalId, for other tools. `view` has few large compressed meshes with feature ids, for viewers. Uses the latest public version unless `version` names another. */
  geometry: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly format?: "exchange" | "view" | undefined
    readonly version?: string | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<GeometryLink> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/geometry", query: ["format","version"], session: true }, given),

  /** Get a picture of a model. Redirects to a PNG picture of the latest public version. */
  picture: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly width?: number | undefined
    readonly height?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ResultLink> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/image", query: ["width","height"], session: true, redirect: "manual" }, given),
  /** The file that `picture` links to, as it comes; in browsers too */
  pictureFile: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly width?: number | undefined
    readonly height?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<Response> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/image", query: ["width","height"], session: true, raw: true }, given),

  /** Compare the quantities of a model with its shapes. Returns, by class and quantity, how many products have a value in the model, how many have one from their shape, and how well the two agree. Uses the latest public version. */
  quality: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<Quality> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/quality", session: true }, given),

  /** Start a modification session. The client chooses the id. A session expires after 30 minutes in which no request to the model carried its id. Starting with the id that is active renews it; with another one: 400 `SessionAlreadyActive`. */
  startSession: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly clientSessionId: string
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<void> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/start-session", session: true, key: true }, given),

  /** End a modification session. A session that has expired or never existed is not an error. */
  endSession: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly clientSessionId: string
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<void> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/end-session", session: true, key: true }, given),

  /** Read the caller's modification session. Returns the session with the number of the caller's unpublished changes. Reading does not renew the session. */
  readSession: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
  } & CallOptions): Promise<Session> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/session" }, given),

  /** Modify product properties. Either all modifications are applied, or none is and `errors` has an error for each faulty cell. Only the caller sees the changes until they are published. */
  modifyProducts: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    /** If true, the request is checked and nothing is stored. This needs no session and renews none. */
    readonly dryRun?: boolean | undefined
    readonly body: Modifications
    readonly clientSessionId?: string | undefined
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<ModificationOutcome> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/products", query: ["dryRun"], body: true, session: true, key: true }, given),

  /** @deprecated An older spelling. Query the products of a model by its address */
  getProducts: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    /** Repeated for each field */
    readonly fields?: ReadonlyArray<string> | undefined
    /** `filters[Class]=Wall` means that Class contains Wall */
    readonly filters?: Readonly<Record<string, string>> | undefined
    /** By default Model */
    readonly units?: "Model" | "SI" | undefined
    /** If neither this nor pageSize is given, the answer has all rows, up to 100,000 */
    readonly page?: number | undefined
    /** 1000 if only page is given */
    readonly pageSize?: number | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ProductsPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/products", query: ["fields","filters","units","page","pageSize","bom","separator","decimal","unitsInHeader"], session: true }, given),
  /** All pages of `getProducts`, each asked for when the one before is used up */
  getProductsPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    /** Repeated for each field */
    readonly fields?: ReadonlyArray<string> | undefined
    /** `filters[Class]=Wall` means that Class contains Wall */
    readonly filters?: Readonly<Record<string, string>> | undefined
    /** By default Model */
    readonly units?: "Model" | "SI" | undefined
    /** 1000 if only page is given */
    readonly pageSize?: number | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<ProductsPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/products", query: ["fields","filters","units","page","pageSize","bom","separator","decimal","unitsInHeader"], session: true }, { pageSize: 1000, ...given, page })),

  /** Delete a product. Its parts and openings are deleted with it; doors and windows in the openings stay. Only the caller sees the deletion until it is published. */
  deleteProduct: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly productId: string
    readonly clientSessionId: string
  } & CallOptions): Promise<ModificationErrors> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/models/{modelId}/products/{productId}", session: true }, given),

  /** Publish the caller's changes. The changes become a new public version of the model. Without changes no version is made. */
  publish: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly body: Publication
    readonly clientSessionId: string
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<void> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/publish", body: true, session: true, key: true }, given),

  /** Discard the caller's changes */
  discard: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly clientSessionId: string
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<void> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/discard", session: true, key: true }, given),

  /** List the caller's unpublished changes. Lists the differences from the latest public version. */
  listChanges: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ChangesPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/changes", query: ["page","pageSize"], session: true }, given),
  /** All pages of `listChanges`, each asked for when the one before is used up */
  listChangesPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly pageSize?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<ChangesPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/changes", query: ["page","pageSize"], session: true }, { pageSize: 1000, ...given, page })),

  /** Take back a table. The body is CSV or an Excel workbook, or names an upload of one. Rows are identified by Guid and columns by their header. Cells that differ from the values that the caller sees become edits. Either all are applied, or none is and `errors` has an error for each faulty cell. */
  takeBackSheet: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    /** If true, the request is checked and nothing is stored. This needs no session and renews none. */
    readonly dryRun?: boolean | undefined
    readonly version?: string | undefined
    readonly units?: "Model" | "SI" | undefined
    /** If true, headers that name no field are refused */
    readonly strict?: boolean | undefined
    /** If true, a header Set.Name that names no field creates a new property */
    readonly create?: boolean | undefined
    /** If true, cells are changed even if another value was published since the version of the table */
    readonly force?: boolean | undefined
    /** The effect of an emptied cell. By default it clears the value */
    readonly empty?: "clear" | "ignore" | undefined
    /** The decimal separator of CSV. By default it is a point */
    readonly decimal?: "." | "," | undefined
    readonly body: UploadedSheet
    readonly clientSessionId?: string | undefined
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<SheetOutcome> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/products/table", query: ["dryRun","version","units","strict","create","force","empty","decimal"], body: true, session: true, key: true }, given),

  /** List the public versions of a model. The newest version comes first. The oldest one is the import. */
  listVersions: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<VersionsPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/versions", query: ["page","pageSize"], session: true }, given),
  /** All pages of `listVersions`, each asked for when the one before is used up */
  listVersionsPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly pageSize?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<VersionsPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/versions", query: ["page","pageSize"], session: true }, { pageSize: 1000, ...given, page })),

  /** List what a version changed. Compares the version with the one before it, or with the one that `since` names. */
  listVersionChanges: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly modelVersionId: VersionId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
    readonly since?: string | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ChangesPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/versions/{modelVersionId}/changes", query: ["page","pageSize","since"], session: true }, given),
  /** All pages of `listVersionChanges`, each asked for when the one before is used up */
  listVersionChangesPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly modelVersionId: VersionId
    readonly pageSize?: number | undefined
    readonly since?: string | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<ChangesPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/versions/{modelVersionId}/changes", query: ["page","pageSize","since"], session: true }, { pageSize: 1000, ...given, page })),

  /** Start an IFC export. Exports the latest public version: the uploaded file with the published changes written into it. Everything else stays byte for byte as it was. Poll the operation at `Location`, then get its result. */
  startExport: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly clientSessionId?: string | undefined
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<Export> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/export-ifc", session: true, key: true }, given),

  /** Get the result of an IFC export. Redirects to the file. With `Prefer: return=representation` the status is 200 with the same body, which scripts in browsers need. Returns 400 if the operation is not Ready or has failed. */
  exportResult: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly operationId: OperationId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<{
    readonly downloadUrl: string
    /** URL of a JSON report: the numbers of entities of each class that were `kept`, `changed`, `added` and `removed`, the number of edits that were `applied`, and the edits that were `notApplied` with their reasons */
    readonly reportUrl: string
  }> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/export-ifc/{operationId}/result", session: true, redirect: "manual" }, given),
  /** The file that `exportResult` links to, as it comes; in browsers too */
  exportResultFile: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly operationId: OperationId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<Response> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/export-ifc/{operationId}/result", session: true, raw: true }, given),

  /** List the custom property sets of a project with their definitions */
  readPropertyLibrary: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<PropertyLibrary> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/customProperties" }, given),

  /** Read a property definition. The id is the PropertyId in the answer of a product query. A definition that comes only from a file has `id: null`. */
  readPropertyDefinition: (given: {
    readonly projectId: ProjectId
    readonly propertyDefinitionGuid: string
  } & CallOptions): Promise<PropertyDefinition> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/customProperties/property-definitions/{propertyDefinitionGuid}" }, given),

  /** Create a property set. Either the set and all its definitions are created, or nothing is. Names of sets are unique in a project. */
  createPropertySet: (given: {
    readonly projectId: ProjectId
    readonly body: PropertySetDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<PropertySet> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/customProperties/property-sets", body: true, key: true }, given),

  /** Change a property set. `propertyDefinitions` adds definitions and updates existing ones by name. It removes none. */
  changePropertySet: (given: {
    readonly projectId: ProjectId
    readonly propertySetId: PropertySetId
    readonly body: PropertySetChange
  } & CallOptions): Promise<PropertySet> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}/customProperties/property-sets/{propertySetId}", body: true }, given),

  /** Delete a property set. Its definitions are deleted with it. */
  deletePropertySet: (given: {
    readonly projectId: ProjectId
    readonly propertySetId: PropertySetId
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/customProperties/property-sets/{propertySetId}" }, given),

  /** Add a property definition to a set. `enumerationValues` is required for an Enumeration and refused for other types. */
  createPropertyDefinition: (given: {
    readonly projectId: ProjectId
    readonly propertySetId: PropertySetId
    readonly body: PropertyDefinitionDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<PropertyDefinition> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/customProperties/property-sets/{propertySetId}/property", body: true, key: true }, given),

  /** Change a property definition. Existing values stay as they are. New values must match the changed definition. */
  changePropertyDefinition: (given: {
    readonly projectId: ProjectId
    readonly propertySetId: PropertySetId
    readonly propertyDefinitionId: PropertyDefinitionId
    readonly body: PropertyDefinitionChange
  } & CallOptions): Promise<PropertyDefinition> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}/customProperties/property-sets/{propertySetId}/property/{propertyDefinitionId}", body: true }, given),

  /** Delete a property definition. The values that users set are deleted with it. The values of the file become visible again. */
  deletePropertyDefinition: (given: {
    readonly projectId: ProjectId
    readonly propertySetId: PropertySetId
    readonly propertyDefinitionId: PropertyDefinitionId
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/customProperties/property-sets/{propertySetId}/property/{propertyDefinitionId}" }, given),

  /** List the material libraries of a project. `properties` contains one list for each material of the library. */
  listMaterialLibraries: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<MaterialLibraries> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/material-libraries" }, given),

  /** Create a material library */
  createMaterialLibrary: (given: {
    readonly projectId: ProjectId
    readonly body: MaterialLibraryDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<MaterialLibrary> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/material-libraries", body: true, key: true }, given),

  /** Read a material library with its materials */
  readMaterialLibrary: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
  } & CallOptions): Promise<MaterialLibrary> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/material-libraries/{libraryGuid}" }, given),

  /** Delete a material library. Its materials are deleted with it. This cannot be undone. */
  deleteMaterialLibrary: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/material-libraries/{libraryGuid}" }, given),

  /** Create a material */
  createMaterial: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
    readonly body: MaterialDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<Material> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/material-libraries/{libraryGuid}/materials", body: true, key: true }, given),

  /** Read a material. The id is the MaterialId in the answer of a product query. */
  readMaterial: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
    readonly materialGuid: string
  } & CallOptions): Promise<Material> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/material-libraries/{libraryGuid}/materials/{materialGuid}" }, given),

  /** Change a material. An absent member keeps its value; null clears an optional one. */
  changeMaterial: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
    readonly materialGuid: string
    readonly body: MaterialChange
  } & CallOptions): Promise<Material> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}/material-libraries/{libraryGuid}/materials/{materialGuid}", body: true }, given),

  /** Delete a material. Its assignments to products are deleted with it. */
  deleteMaterial: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
    readonly materialGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/material-libraries/{libraryGuid}/materials/{materialGuid}" }, given),

  /** List the locations of a project. Returns the locations as a flat list and, under `locationViews`, as a tree. */
  listLocations: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<LocationList> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/locations" }, given),

  /** Create a location. An empty body creates a Space without a name at the top level. Returns 400 if the location would be deeper than 64 levels. */
  createLocation: (given: {
    readonly projectId: ProjectId
    readonly body: LocationDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<LocationView> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/locations", body: true, key: true }, given),

  /** Change a location. An absent member keeps its value; `parentGuid: null` moves the location to the top level. */
  changeLocation: (given: {
    readonly projectId: ProjectId
    readonly locationGuid: string
    readonly body: LocationChange
  } & CallOptions): Promise<LocationView> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}/locations/{locationGuid}", body: true }, given),

  /** Delete a location. All locations below it are deleted with it. Their products then have no location. */
  deleteLocation: (given: {
    readonly projectId: ProjectId
    readonly locationGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/locations/{locationGuid}" }, given),

  /** List the codification libraries of a project. Lists the libraries without their codes. */
  listCodifications: (given: {
    readonly projectId: ProjectId
  } & CallOptions): Promise<ListCodificationsAnswer> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/codifications" }, given),

  /** Create a codification library */
  createCodification: (given: {
    readonly projectId: ProjectId
    readonly body: CodificationLibraryDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<CodificationLibraryWithCodes> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/codifications", body: true, key: true }, given),

  /** Read a codification library with its codes. The codes are sorted. */
  readCodification: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
  } & CallOptions): Promise<CodificationLibraryWithCodes> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/codifications/{libraryGuid}" }, given),

  /** Delete a codification library. The codes of the library and their assignments to products are deleted with it. */
  deleteCodification: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/codifications/{libraryGuid}" }, given),

  /** Create a code. `identification` is unique in its library; `parentId` is the guid of the parent code. */
  createCode: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
    readonly body: CodeDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<Code> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/codifications/{libraryGuid}/codification", body: true, key: true }, given),

  /** Read a code. Resolves a guid of the Code field of a product. */
  readCode: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
    readonly codificationGuid: string
  } & CallOptions): Promise<Code> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/codifications/{libraryGuid}/codification/{codificationGuid}" }, given),

  /** Change a code. An absent or null member keeps its value. `""` clears the description and, as `parentId`, moves the code to the top level. */
  changeCode: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
    readonly codificationGuid: string
    readonly body: CodeChange
  } & CallOptions): Promise<Code> =>
    call({ method: "PUT", path: "/v1/projects/{projectId}/codifications/{libraryGuid}/codification/{codificationGuid}", body: true }, given),

  /** Delete a code. The codes below it move up one level. Its assignments to products are deleted. */
  deleteCode: (given: {
    readonly projectId: ProjectId
    readonly libraryGuid: string
    readonly codificationGuid: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/projects/{projectId}/codifications/{libraryGuid}/codification/{codificationGuid}" }, given),

  /** List the users. Those with an account and those who have called, ordered by creation. One whose account was deleted is left out until the user calls again. */
  listUsers: (given: {
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
  } & CallOptions = {}): Promise<UsersPage> =>
    call({ method: "GET", path: "/v1/admin/users", query: ["page","pageSize"] }, given),
  /** All pages of `listUsers`, each asked for when the one before is used up */
  listUsersPages: (given: {
    readonly pageSize?: number | undefined
  } & CallOptions = {}): AsyncGenerator<UsersPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/admin/users", query: ["page","pageSize"] }, { pageSize: 1000, ...given, page })),

  /** Create a user, and the link where the password is set. Only if users sign in with passwords of this service; elsewhere there is no such path. The link is good once, for 24 hours. */
  createUser: (given: {
    readonly body: NewUserDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<PasswordLink> =>
    call({ method: "POST", path: "/v1/admin/users", body: true, key: true }, given),

  /** Delete a user. Revokes everything issued to the user; memberships stay. The last operator cannot be deleted: 400. */
  deleteUser: (given: {
    readonly userId: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/admin/users/{userId}" }, given),

  /** Revoke everything issued to a user. Ends sign-ins and tokens for programs, and refuses access tokens issued before. */
  revokeUser: (given: {
    readonly userId: string
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<void> =>
    call({ method: "POST", path: "/v1/admin/users/{userId}/revoke", key: true }, given),

  /** Create a link where a user sets another password. Only if users sign in with passwords of this service; elsewhere there is no such path. The link is good once, for 24 hours. */
  linkPassword: (given: {
    readonly userId: string
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<PasswordLink> =>
    call({ method: "POST", path: "/v1/admin/users/{userId}/password", key: true }, given),

  /** List the registered clients. Ordered by creation. */
  listClients: (given: {
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
  } & CallOptions = {}): Promise<ClientsPage> =>
    call({ method: "GET", path: "/v1/admin/clients", query: ["page","pageSize"] }, given),
  /** All pages of `listClients`, each asked for when the one before is used up */
  listClientsPages: (given: {
    readonly pageSize?: number | undefined
  } & CallOptions = {}): AsyncGenerator<ClientsPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/admin/clients", query: ["page","pageSize"] }, { pageSize: 1000, ...given, page })),

  /** Register a client. This answer shows its secret once, if it has one. */
  createClient: (given: {
    readonly body: ClientDraft
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<ShownClient> =>
    call({ method: "POST", path: "/v1/admin/clients", body: true, key: true }, given),

  /** Remove a client. Ends its sign-ins. */
  deleteClient: (given: {
    readonly clientId: string
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/admin/clients/{clientId}" }, given),

  /** Read what takes up space */
  readStorage: (given: {
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
  } & CallOptions = {}): Promise<StoragePage> =>
    call({ method: "GET", path: "/v1/admin/storage", query: ["page","pageSize"] }, given),
  /** All pages of `readStorage`, each asked for when the one before is used up */
  readStoragePages: (given: {
    readonly pageSize?: number | undefined
  } & CallOptions = {}): AsyncGenerator<StoragePage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/admin/storage", query: ["page","pageSize"] }, { pageSize: 1000, ...given, page })),

  /** Read the audits of all projects and of the service. Newest first. */
  listAllAudits: (given: {
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
  } & CallOptions = {}): Promise<AdminAuditPage> =>
    call({ method: "GET", path: "/v1/admin/audit", query: ["page","pageSize"] }, given),
  /** All pages of `listAllAudits`, each asked for when the one before is used up */
  listAllAuditsPages: (given: {
    readonly pageSize?: number | undefined
  } & CallOptions = {}): AsyncGenerator<AdminAuditPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/admin/audit", query: ["page","pageSize"] }, { pageSize: 1000, ...given, page })),

  /** List the operations of all projects. Newest first, without names, texts and results. */
  listAllOperations: (given: {
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
  } & CallOptions = {}): Promise<AdminOperationsPage> =>
    call({ method: "GET", path: "/v1/admin/operations", query: ["page","pageSize"] }, given),
  /** All pages of `listAllOperations`, each asked for when the one before is used up */
  listAllOperationsPages: (given: {
    readonly pageSize?: number | undefined
  } & CallOptions = {}): AsyncGenerator<AdminOperationsPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/admin/operations", query: ["page","pageSize"] }, { pageSize: 1000, ...given, page })),

  /** Read the state of the service */
  readHealth: (given: {
  } & CallOptions = {}): Promise<AdminHealth> =>
    call({ method: "GET", path: "/v1/admin/health" }, given),

  /** List the operations of a project. Lists, newest first, the operations that the caller may read. A calculation is listed for the user who started it, a failed import for that user and for Owners, and for Modelers of the model if the file was a new one for it. */
  listOperations: (given: {
    readonly projectId: ProjectId
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
  } & CallOptions): Promise<OperationsPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/operations", query: ["page","pageSize"] }, given),
  /** All pages of `listOperations`, each asked for when the one before is used up */
  listOperationsPages: (given: {
    readonly projectId: ProjectId
    readonly pageSize?: number | undefined
  } & CallOptions): AsyncGenerator<OperationsPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/operations", query: ["page","pageSize"] }, { pageSize: 1000, ...given, page })),

  /** Read an operation. The states are Queued, then InProgress, then Ready or Failed. `error` and `errorDetails` give the reason of a failure. */
  readOperation: (given: {
    readonly operationId: OperationId
  } & CallOptions): Promise<OperationState> =>
    call({ method: "GET", path: "/v1/operations/{operationId}" }, given),

  /** Cancel an operation. Does nothing if the operation has ended. Allowed for the user who started it and for Owners of the model. */
  cancelOperation: (given: {
    readonly operationId: OperationId
  } & CallOptions): Promise<void> =>
    call({ method: "DELETE", path: "/v1/operations/{operationId}" }, given),

  /** Try a failed import again. Starts a new operation for the same model with the same file and texts, while the file is kept. For the starter of the import and Owners of the project; if the file is a new one for a model, for its Modelers. 409 while another import of the model has not ended. */
  retryOperation: (given: {
    readonly operationId: OperationId
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<OperationState> =>
    call({ method: "POST", path: "/v1/operations/{operationId}/retry", key: true }, given),

  /** @deprecated An older spelling. List the product fields of a model */
  listFieldsOlder: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    /** By default Model */
    readonly units?: "Model" | "SI" | undefined
    /** If neither this nor pageSize is given, the answer has all rows, up to 100,000 */
    readonly page?: number | undefined
    /** 1000 if only page is given */
    readonly pageSize?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<FieldsPage> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/products/available-data", query: ["units","page","pageSize"], session: true }, given),
  /** All pages of `listFieldsOlder`, each asked for when the one before is used up */
  listFieldsOlderPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    /** By default Model */
    readonly units?: "Model" | "SI" | undefined
    /** 1000 if only page is given */
    readonly pageSize?: number | undefined
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<FieldsPage, void> =>
    paged((page) => call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/products/available-data", query: ["units","page","pageSize"], session: true }, { pageSize: 1000, ...given, page })),

  /** @deprecated An older spelling. Query the products of a model */
  queryProductsOlder: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    /** If neither this nor pageSize is given, the answer has all rows, up to 100,000 */
    readonly page?: number | undefined
    /** 1000 if only page is given */
    readonly pageSize?: number | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly body: ProductQuery
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ProductsPage> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/products/query", query: ["page","pageSize","bom","separator","decimal","unitsInHeader"], body: true, session: true, read: true }, given),
  /** All pages of `queryProductsOlder`, each asked for when the one before is used up */
  queryProductsOlderPages: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    /** 1000 if only page is given */
    readonly pageSize?: number | undefined
    /** CSV only. If true, the file begins with a byte order mark, by which Excel recognises UTF-8 */
    readonly bom?: boolean | undefined
    /** CSV only. By default a comma */
    readonly separator?: "," | ";" | "\t" | "|" | undefined
    /** CSV only. By default a point */
    readonly decimal?: "." | "," | undefined
    /** CSV only. If true, headers name units, as in `Width [Millimetre]` */
    readonly unitsInHeader?: boolean | undefined
    readonly body: ProductQuery
    readonly clientSessionId?: string | undefined
  } & CallOptions): AsyncGenerator<ProductsPage, void> =>
    paged((page) => call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/products/query", query: ["page","pageSize","bom","separator","decimal","unitsInHeader"], body: true, session: true, read: true }, { pageSize: 1000, ...given, page })),

  /** @deprecated An older spelling. Start a quantity calculation */
  startQuantitiesOlder: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly body: QuantityQuery
    readonly clientSessionId?: string | undefined
    readonly idempotencyKey?: string | undefined
  } & CallOptions): Promise<Operation> =>
    call({ method: "POST", path: "/v1/projects/{projectId}/models/{modelId}/quantities", body: true, session: true, key: true }, given),

  /** @deprecated An older spelling. Get the result of a quantity calculation */
  quantityResultOlder: (given: {
    readonly projectId: ProjectId
    readonly modelId: ModelId
    readonly operationId: OperationId
    readonly clientSessionId?: string | undefined
  } & CallOptions): Promise<ResultLink> =>
    call({ method: "GET", path: "/v1/projects/{projectId}/models/{modelId}/quantities/{operationId}/result", session: true }, given),

  /** Exchange a code or a refresh token. A code is valid once, within 60 seconds; a second use ends the tokens that were issued for it. Clients with a secret send it in the body or by HTTP Basic. */
  token: (given: {
    readonly body: TokenRequest
  } & CallOptions): Promise<Tokens> =>
    call({ method: "POST", path: "/v1/auth/token", body: true }, given),

  /** @deprecated An older spelling. Exchange a code or a refresh token (older path) */
  tokenOlder: (given: {
    readonly body: TokenRequest
  } & CallOptions): Promise<Tokens> =>
    call({ method: "POST", path: "/v1/auth/oauth/token", body: true }, given),

  /** Register a program as a client (RFC 7591). With `CLIENT_REGISTRATION=open`; elsewhere there is no such path. The client is public: it has no secret. Who signs in is asked each time. At most 100 clients of one address register in a day. A client that nobody uses for 90 days is removed. */
  register: (given: {
    readonly body: RegistrationRequest
  } & CallOptions): Promise<RegisteredClient> =>
    call({ method: "POST", path: "/v1/auth/register", body: true }, given),

  /** List the scopes: 6 of them */
  scopes: (given: {
  } & CallOptions = {}): Promise<Scopes> =>
    call({ method: "GET", path: "/v1/auth/scopes" }, given),

  /** Describe the sign-in (RFC 8414) */
  authorizationServer: (given: {
  } & CallOptions = {}): Promise<AuthorizationServer> =>
    call({ method: "GET", path: "/.well-known/oauth-authorization-server" }, given),

  /** Describe the API as a protected resource (RFC 9728) */
  protectedResource: (given: {
  } & CallOptions = {}): Promise<ProtectedResource> =>
    call({ method: "GET", path: "/.well-known/oauth-protected-resource" }, given),

  /** Describe /mcp as a protected resource (RFC 9728) */
  protectedMcp: (given: {
  } & CallOptions = {}): Promise<ProtectedResource> =>
    call({ method: "GET", path: "/.well-known/oauth-protected-resource/mcp" }, given),

  /** Find the page, the documents and the probes. Redirects clients that prefer `text/html` to `application/json` to the page. */
  about: (given: {
  } & CallOptions = {}): Promise<About> =>
    call({ method: "GET", path: "/" }, given),

  /** This document */
  openapi: (given: {
  } & CallOptions = {}): Promise<OpenApiDocument> =>
    call({ method: "GET", path: "/openapi.json" }, given),

  /** The process answers */
  health: (given: {
  } & CallOptions = {}): Promise<Health> =>
    call({ method: "GET", path: "/healthz" }, given),

  /** Storage, blobs, queue and tokens answer. Returns 503 if one of them does not answer; `checks` names it. */
  readiness: (given: {
  } & CallOptions = {}): Promise<Readiness> =>
    call({ method: "GET", path: "/readyz" }, given),
})

/**
 * The service as one caller sees it. Every method rejects with `PlinthError` if the service refuses, with the error of
 * `fetch` if the service cannot be reached, and with the signal's reason if it is aborted.
 */
export const connect = (connection: Connection) => {
  const own = methods(caller(connection))
  return { ...own, ...files(connection), waitFor: waiting(own.readOperation) }
}

export type Plinth = ReturnType<typeof connect>
