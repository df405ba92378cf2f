import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { DerivedFiles } from "../../../application/files/DerivedFiles.ts"
import { type Editor, Edits } from "../../../application/edits/Edits.ts"
import { withoutContext } from "../../../ports/WithoutContext.ts"
import type { Expectation } from "../../../domain/edits/Expectation.ts"
import { Paging } from "../../api/common/Paging.ts"
import { EditsApi } from "../../api/edits/EditsApi.ts"
import { bind, type Gate, raw, written } from "../../call/Call.ts"
import * as QueryString from "../../call/QueryString.ts"
import { expectHeader } from "../../mcp/ExpectHeader.ts"
import * as ClientSession from "../../guard/ClientSession.ts"

type OnModel = Pick<Gate<{ readonly projectId: unknown; readonly modelId: unknown }>, "principal" | "project" | "model">

const editorOf = ({ model, principal, project }: OnModel): Editor => ({ userId: principal.userId, project, model })

const withoutErrors = { errors: [] }

const expectedBy = ({ request, via }: Pick<Gate<unknown>, "request" | "via">): Expectation | null =>
  via === "mcp" ? request.headers.get(expectHeader) : null

/** Returns the reply to a tool of `/mcp`, which contains the version that it made. */
const told = <A>(made: Option.Option<A>) =>
  raw(
    Option.match(made, {
      onNone: () => new Response(null, { status: 204 }),
      onSome: (version) => Response.json(version)
    })
  )

const readPage = QueryString.make(Paging)

export const bindings = Effect.gen(function* () {
  const edits = yield* Edits
  const files = yield* DerivedFiles
  const readId = yield* ClientSession.make
  return bind(EditsApi, {
    modifyProducts: {
      prepare: (call) => {
        const editor = editorOf(call)
        if (call.query.dryRun) {
          const page = call.via === "mcp" ? readPage(call.url.searchParams) : Effect.succeed(undefined)
          return Effect.map(
            Effect.flatMap(page, (net) => edits.preview(editor, call.body, net)),
            (json) => Effect.succeed(written(json))
          )
        }
        return Effect.flatMap(readId(call.request.headers), (id) =>
          Effect.map(edits.modify(editor, id, call.body), (commit) => Effect.map(commit, (errors) => ({ errors })))
        )
      }
    },
    deleteProduct: {
      resource: (gate) =>
        Effect.as(edits.find(editorOf(gate), gate.path.productId), {
          prepare: () =>
            Effect.flatMap(readId(gate.request.headers), (id) =>
              Effect.map(edits.remove(editorOf(gate), id, gate.path.productId), (commit) =>
                Effect.as(commit, withoutErrors)
              )
            )
        })
    },
    publish: {
      prepare: (call) =>
        Effect.gen(function* () {
          // Derived files are renewed in the background after a successful publication; the response does not wait.
          yield* Effect.addFinalizer((exit) =>
            Exit.isSuccess(exit)
              ? Effect.forkDaemon(
                  withoutContext(files.renew(call.principal.userId, call.project.projectId, call.model.modelId))
                )
              : Effect.void
          )
          const id = yield* readId(call.request.headers)
          const publishing = { title: call.body.title, description: call.body.description ?? null }
          const commit = yield* edits.publish(editorOf(call), id, publishing, expectedBy(call))
          return call.via === "mcp" ? Effect.map(commit, told) : Effect.asVoid(commit)
        })
    },
    discard: (call) => {
      const expect = expectedBy(call)
      const editor = editorOf(call)
      return Effect.zipRight(
        readId(call.request.headers),
        expect === null ? edits.discard(editor) : edits.discardExpected(editor, expect)
      )
    },
    listChanges: (call) =>
      Effect.map(edits.changes(editorOf(call), call.query, call.via === "mcp"), (json) => written(json))
  })
})
