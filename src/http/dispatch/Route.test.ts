import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Answers from "../../application/common/Answers.ts"
import { onModel, Policy } from "../errors/Policy.ts"
import { bind, type Gate } from "../call/Call.ts"
import { describe } from "../errors/ErrorTable.ts"
import * as HeaderDecoder from "../call/HeaderDecoder.ts"
import * as Route from "./Route.ts"

const Declared = Schema.Struct({
  "x-client-session-id": HeaderDecoder.Printable,
  "x-times": Schema.optionalWith(Schema.NumberFromString, { default: () => 1 })
})
const endpoint = HttpApiEndpoint.post("publish", "/publish")
  .setHeaders(Declared)
  .setPayload(Schema.Struct({ title: Schema.String }))
  .addSuccess(Schema.String)
  .annotate(Policy, onModel("models:write", "DataEditor"))
const [binding] = bind(HttpApiGroup.make("test").add(endpoint), {
  publish: ({ body, headers }) => Effect.sync(() => `${body.title}${headers["x-client-session-id"]}`)
})
const route = Route.make(
  binding!,
  () => Effect.die("no body here is large"),
  Answers.make(Effect.runSync(Answers.AnswerLimits))
)

/** Returns the input of the handler for a request with these headers, or the failure. */
const sent = (headers: Record<string, string>) => {
  const request = new Request("http://service.test/publish", { method: "POST", headers })
  const text = new TextEncoder().encode('{"title":"First"}')
  const gate = { request, url: new URL(request.url) } as Gate<unknown>
  return Effect.runSync(Effect.either(route.sent({ pieces: [text], length: text.length }, gate)))
}
const failure = (headers: Record<string, string>) => {
  const found = sent(headers)
  if (found._tag === "Right") return found.right
  const { code, status } = describe(found.left)
  return [status, code, "details" in found.left && found.left.details]
}

test("declared headers are decoded, others are ignored", () => {
  for (const name of ["X-Client-Session-Id", "x-client-session-id"]) {
    expect(sent({ [name]: "a ~", Other: "ignored" })).toMatchObject({
      _tag: "Right",
      right: { query: undefined, headers: { "x-client-session-id": "a ~", "x-times": 1 }, body: { title: "First" } }
    })
  }
  const both = sent({ "X-Client-Session-Id": "s".repeat(128), "X-Times": "2" })
  expect(both._tag === "Right" && both.right.headers).toEqual({ "x-client-session-id": "s".repeat(128), "x-times": 2 })
})

test("a wrong or missing header is named", () => {
  expect(failure({})).toEqual([400, "MissingClientSessionId", "X-Client-Session-Id is missing."])
  for (const id of ["", "s".repeat(129), "d\u00e9j\u00e0"]) {
    const details = "X-Client-Session-Id must have 1 to 128 printable ASCII characters."
    expect(failure({ "X-Client-Session-Id": id })).toEqual([400, "InvalidHeader", details])
  }
  const [status, code, details] = failure({ "X-Client-Session-Id": "s", "X-Times": "often" }) as [
    number,
    string,
    string
  ]
  expect([status, code]).toEqual([400, "InvalidHeader"])
  expect(details).toStartWith("X-Times ")
})
