import * as Effect from "effect/Effect"
import { Edits } from "../../../application/edits/Edits.ts"
import { Sheets, type SheetQuestion } from "../../../application/edits/Sheets.ts"
import type { UserId } from "../../../domain/Principal.ts"
import * as Units from "../../../domain/products/Units.ts"
import { SheetsApi, type SentSheet } from "../../api/edits/SheetsApi.ts"
import { bind, written } from "../../call/Call.ts"
import * as ClientSession from "../../guard/ClientSession.ts"

export const bindings = Effect.gen(function* () {
  const edits = yield* Edits
  const sheets = yield* Sheets
  const readId = yield* ClientSession.make

  const opened = (userId: UserId, sent: SentSheet) => {
    if (sent.kind === "upload") return sheets.ofUpload(userId, sent.uploadKey, sent.fileName)
    // The name determines the expected bytes.
    const fileName = sent.kind === "workbook" ? "table.xlsx" : ""
    return "blob" in sent
      ? sheets.ofBlob(userId, sent.blob, fileName)
      : Effect.sync(() => sheets.ofBody(sent.bytes, fileName))
  }

  return bind(SheetsApi, {
    takeBackSheet: {
      prepare: (call) =>
        Effect.gen(function* () {
          const { model, principal, project, query } = call
          const editor = { userId: principal.userId, project, model }
          const asked: SheetQuestion = {
            version: query.version ?? null,
            units: (yield* Units.accept(query.units)) ?? null,
            decimal: query.decimal === "," ? "," : ".",
            isStrict: query.strict,
            create: query.create,
            ignoresEmpty: query.empty?.toLowerCase() === "ignore",
            isForced: query.force
          }
          if (query.dryRun) {
            const sheet = yield* opened(principal.userId, call.body)
            const json = yield* sheets.preview(editor, sheet, asked)
            return Effect.succeed(written(json))
          }
          const id = yield* readId(call.request.headers)
          const sheet = yield* opened(principal.userId, call.body)
          return yield* edits.apply(editor, id, sheets.work(editor, sheet, asked))
        })
    }
  })
})
