import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { DerivedFiles } from "../../../application/files/DerivedFiles.ts"
import { type Editor, Edits } from "../../../application/edits/Edits.ts"
import { withoutContext } from "../../../ports/WithoutContext.ts"
import { EditsApi } from "../../api/edits/EditsApi.ts"
import { bind, type Gate, written } from "../../call/Call.ts"
import * as ClientSession from "../../guard/ClientSession.ts"

type OnModel = Pick<Gate<{ readonly projectId: unknown; readonly modelId: unknown }>, "principal" | "project" | "model">

const editorOf = ({ model, principal, project }: OnModel): Editor => ({ userId: principal.userId, project, model })

const withoutErrors = { errors: [] }

export const bindings = Effect.gen(function* () {
  const edits = yield* Edits
  const files = yield* DerivedFiles
  const readId = yield* ClientSession.make
  return bind(EditsApi, {
    modifyProducts: {
      prepare: (call) => {
        const editor = editorOf(call)
        if (call.query.dryRun)
          return Effect.map(edits.preview(editor, call.body), (json) => Effect.succeed(written(json)))
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
          return yield* edits.publish(editorOf(call), id, {
            title: call.body.title,
            description: call.body.description ?? null
          })
        })
    },
    discard: (call) => Effect.zipRight(readId(call.request.headers), edits.discard(editorOf(call))),
    listChanges: (call) => Effect.map(edits.changes(editorOf(call), call.query), (json) => written(json))
  })
})
