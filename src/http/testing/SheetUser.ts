import * as Seed from "./Seed.ts"
import type { TestService } from "./TestService.ts"

/** The response to a sheet. */
export interface SheetAnswer {
  readonly errors: ReadonlyArray<
    Readonly<Record<"guid" | "field" | "error" | "description" | "column", string>> & { readonly row: number }
  >
  readonly edits: number
  readonly unchanged: number
  readonly ignored: ReadonlyArray<string>
  readonly changes?: ReadonlyArray<{ guid: string; field: string; before: unknown; after: unknown }>
}

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

/** One user at a model, in a session with the user's name as id. */
export const sheetUser = (service: TestService, path: string, name: string) => {
  const token = service.token(name)
  const headers = { "x-client-session-id": name }
  const ask = (method: string, below: string, body?: unknown) =>
    service.call(method, `${path}${below}`, { token, headers, ...(body === undefined ? {} : { body }) })
  /** Sends a table: CSV as a text, a workbook as bytes. */
  const send = (sheet: string | Uint8Array, query = "", more: Readonly<Record<string, string>> = headers) =>
    service.call("POST", `${path}/products/table${query}`, {
      token,
      body: typeof sheet === "string" ? Buffer.from(sheet) : sheet,
      headers: { "content-type": typeof sheet === "string" ? "text/csv" : workbookType, ...more }
    })
  return {
    ask,
    send,
    start: () => ask("POST", "/start-session"),
    discard: () => ask("POST", "/discard"),
    modify: async (body: unknown) =>
      (await Seed.json<{ errors: ReadonlyArray<unknown> }>(await ask("POST", "/products", body))).errors,
    publish: async (title = "t") => {
      await ask("POST", "/publish", { title })
      const { versions } = await Seed.json<{ versions: ReadonlyArray<{ modelVersionId: string }> }>(
        await ask("GET", "/versions")
      )
      return versions[0]!.modelVersionId
    },
    take: async (...sent: Parameters<typeof send>) => Seed.json<SheetAnswer>(await send(...sent)),
    /** Errors of a sheet as `row column error`. */
    errors: async (...sent: Parameters<typeof send>) =>
      (await Seed.json<SheetAnswer>(await send(...sent))).errors.map(
        ({ column, error, row }) => `${row} ${column} ${error}`
      ),
    /** Status and error of a sheet that is refused. */
    refused: async (...sent: Parameters<typeof send>) => {
      const answer = await send(...sent)
      return [answer.status, ((await answer.json()) as { readonly error?: string }).error]
    },
    changes: async () =>
      (
        await Seed.json<{ changes: ReadonlyArray<{ guid: string; field: string; before: unknown; after: unknown }> }>(
          await ask("GET", "/changes")
        )
      ).changes.map(({ after, before, field, guid }) => [guid, field, before, after]),
    rows: async (fields: ReadonlyArray<string>, query = "") =>
      (
        await Seed.json<{ result: ReadonlyArray<Record<string, { Value?: unknown } | string>> }>(
          await ask("POST", `/products/properties/query${query}`, { fields: ["Guid", ...fields] })
        )
      ).result
  }
}
