import { Mismatch } from "./Faults.ts"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject
export interface JsonObject {
  readonly [member: string]: Json
}

/** The answer of a service, read completely. */
export class Answer {
  #body: Json | undefined
  constructor(
    /** `GET /v1/projects`, for messages. */
    readonly request: string,
    readonly status: number,
    readonly headers: Headers,
    readonly bytes: Uint8Array
  ) {}

  get text(): string {
    return new TextDecoder().decode(this.bytes)
  }

  /** The media type without its parameters, in lower case; `""` if there is none. */
  get type(): string {
    return (this.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase()
  }

  /** The body as JSON. Fails if it is none. */
  get body(): Json {
    if (this.#body === undefined) {
      try {
        this.#body = JSON.parse(this.text) as Json
      } catch {
        throw new Mismatch(this.request, `status ${this.status} with a JSON body`, `${this.type}: ${this.text}`)
      }
    }
    return this.#body
  }

  /** Returns the value at a path of members and indices; `undefined` if there is none. */
  at(...path: ReadonlyArray<string | number>): Json | undefined {
    let value: Json | undefined = this.body
    for (const step of path) value = child(value, step)
    return value
  }

  string(...path: ReadonlyArray<string | number>): string {
    const value = this.at(...path)
    if (typeof value !== "string")
      throw new Mismatch(`${this.request}: ${path.join(".")}`, "a string", this.found(value))
    return value
  }

  number(...path: ReadonlyArray<string | number>): number {
    const value = this.at(...path)
    if (typeof value !== "number")
      throw new Mismatch(`${this.request}: ${path.join(".")}`, "a number", this.found(value))
    return value
  }

  list(...path: ReadonlyArray<string | number>): ReadonlyArray<JsonObject> {
    const value = this.at(...path)
    if (!Array.isArray(value)) throw new Mismatch(`${this.request}: ${path.join(".")}`, "an array", this.found(value))
    return value as ReadonlyArray<JsonObject>
  }

  object(...path: ReadonlyArray<string | number>): JsonObject {
    const value = this.at(...path)
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new Mismatch(`${this.request}: ${path.join(".")}`, "an object", this.found(value))
    }
    return value as JsonObject
  }

  header(name: string): string {
    const value = this.headers.get(name)
    if (value === null) throw new Mismatch(`${this.request}: header ${name}`, "a value", "none")
    return value
  }

  private found(value: Json | undefined): unknown {
    return value === undefined ? `nothing; status ${this.status}: ${this.text}` : value
  }
}

/** Returns a text unchanged, and the JSON text of any other value. */
export const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : JSON.stringify(value))

const child = (value: Json | undefined, step: string | number): Json | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  if (Array.isArray(value)) return typeof step === "number" ? (value as ReadonlyArray<Json>)[step] : undefined
  return (value as JsonObject)[String(step)]
}
