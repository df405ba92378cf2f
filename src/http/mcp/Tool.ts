import * as Either from "effect/Either"
import * as JSONSchema from "effect/JSONSchema"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Structure } from "./Answer.ts"
import type { ApiClient } from "./ApiClient.ts"
import { Refusal } from "./Refusal.ts"
import { shortIssue } from "../errors/ShortIssue.ts"

export type JsonSchema = Readonly<Record<string, unknown>>

/** How a tool changes data. */
export type Effects = "reads" | "starts" | "edits" | "publishes"

/** A tool of `/mcp`. Its texts are constants; they never contain data of a model. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effects: Effects
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  /** Runs the tool. Fails with `Refusal`. */
  readonly run: (sent: unknown, api: ApiClient) => Promise<Structure>
}

interface Definition<A, I> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effects?: Effects
  readonly input: Schema.Schema<A, I>
  /** The members of the result. */
  readonly output: Readonly<Record<string, JsonSchema>>
  readonly required: ReadonlyArray<string>
  readonly run: (asked: A, api: ApiClient) => Promise<Structure>
}

/** Returns the schema of a list of objects; the description names their members. */
export const listOf = (description: string): JsonSchema => ({ type: "array", description, items: { type: "object" } })

const left = {
  next: { type: "string", description: "Pass it as `next` to go on" },
  leftOut: { type: "string", description: "What the result leaves out" }
}

/** Returns the arguments without those that are null, which many programs send for omitted arguments. */
const present = (sent: unknown): unknown =>
  typeof sent === "object" && sent !== null && !Array.isArray(sent)
    ? Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
    : (sent ?? {})

/** Returns the JSON Schema of the arguments, which is an object even if there are none. */
const schemaOf = <A, I>(schema: Schema.Schema<A, I>): JsonSchema => {
  const { $schema: _, ...rest } = JSONSchema.make(schema) as unknown as Record<string, unknown>
  return { ...rest, type: "object" }
}

/** The most faults of arguments that a refusal lists. */
const mostFaults = 10

/** Creates a tool. Arguments that do not fit its input schema are refused with `InvalidParameter`. */
export const make = <A, I>({ effects = "reads", input, output, required, run, ...words }: Definition<A, I>): Tool => {
  const decode = Schema.decodeUnknownEither(input, { errors: "all", onExcessProperty: "error" })
  return {
    ...words,
    effects,
    inputSchema: schemaOf(input),
    outputSchema: { type: "object", properties: { ...output, ...left }, required },
    run: (sent, api) =>
      Either.match(decode(present(sent)), {
        onRight: (asked) => run(asked, api),
        onLeft: (error) => {
          const issues = ParseResult.ArrayFormatter.formatIssueSync(shortIssue(error.issue)).slice(0, mostFaults)
          const faults = issues.map(({ message, path }) => `${path.join(".") || "arguments"}: ${message.slice(0, 200)}`)
          return Promise.reject(new Refusal("InvalidParameter", `The arguments do not fit. ${faults.join(" ")}`))
        }
      })
  }
}
