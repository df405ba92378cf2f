import { type Answer, type Json, type JsonObject, textOf } from "./Answer.ts"
import { alphabetical, same, status } from "./Check.ts"
import type { Client } from "./Client.ts"
import { Mismatch } from "./Faults.ts"
import type { Imported } from "./Imports.ts"

/** One user at one model, whose requests carry one session id. */
export class Editor {
  constructor(
    readonly client: Client,
    readonly model: Imported,
    readonly sessionId: string | null
  ) {}

  /** Sends to a path below the model. */
  send(method: string, below: string, json?: unknown, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const headers = { ...(this.sessionId === null ? {} : { "x-client-session-id": this.sessionId }), ...more }
    return this.client.send(method, this.model.path + below, {
      headers,
      ...(json === undefined ? {} : { json })
    })
  }

  /** Sends the bytes of a body as they stand, as JSON. */
  sendText(method: string, below: string, text: string): Promise<Answer> {
    return this.client.send(method, this.model.path + below, {
      bytes: new TextEncoder().encode(text),
      headers: { "content-type": "application/json", "x-client-session-id": this.sessionId ?? "none" }
    })
  }

  /** Takes back a table as CSV. */
  table(csv: string, query = "", sessionId = this.sessionId): Promise<Answer> {
    return this.client.send("POST", `${this.model.path}/products/table${query}`, {
      bytes: new TextEncoder().encode(csv),
      headers: { "content-type": "text/csv", ...(sessionId === null ? {} : { "x-client-session-id": sessionId }) }
    })
  }

  /** Returns an editor for the same user and model with another session id, or with none. */
  as(sessionId: string | null): Editor {
    return new Editor(this.client, this.model, sessionId)
  }

  async start(): Promise<void> {
    status(await this.send("POST", "/start-session"), 204)
  }

  async end(): Promise<void> {
    status(await this.send("POST", "/end-session"), 204)
  }

  /** M12. */
  modify(body: unknown): Promise<Answer> {
    return this.send("POST", "/products", body)
  }

  /**
   * Sends a faulty M12 and returns guid, field and error of each error; `""` stands for the only product of the model.
   */
  async errors(body: unknown): Promise<ReadonlyArray<readonly [guid: string, field: string, error: string]>> {
    const errors = status(await this.modify(body), 200).list("errors")
    return errors.map(({ error, field, guid }) => [textOf(guid), textOf(field), textOf(error)])
  }

  /** Modifies without error. */
  async apply(body: unknown): Promise<void> {
    same("errors", status(await this.modify(body), 200).body, { errors: [] })
  }

  /** M13. */
  remove(guid: string): Promise<Answer> {
    return this.send("DELETE", `/products/${guid}`)
  }

  async removed(guid: string): Promise<void> {
    same("errors", status(await this.remove(guid), 200).body, { errors: [] })
  }

  /** M14. */
  publish(title = "Published", more: object = {}): Promise<Answer> {
    return this.send("POST", "/publish", { title, ...more })
  }

  /** Publishes and returns the version made. */
  async published(title = "Published", more: object = {}): Promise<JsonObject> {
    status(await this.publish(title, more), 204)
    const [latest] = await this.versions()
    same("the latest version", latest?.["title"], title)
    return latest!
  }

  /** Publishes and returns the id of the version made. */
  async publishedId(title?: string): Promise<string> {
    return textOf((await this.published(title))["modelVersionId"])
  }

  /** M15. */
  async discard(): Promise<void> {
    status(await this.send("POST", "/discard"), 204)
  }

  async session(): Promise<Answer> {
    return status(await this.client.get(`${this.model.path}/session`), 200)
  }

  /** The caller's unpublished changes, or those of a version. */
  async changes(versionId?: string, query = ""): Promise<Answer> {
    const below = versionId === undefined ? "/changes" : `/versions/${versionId}/changes`
    return status(await this.client.get(this.model.path + below + query), 200)
  }

  /** Changed cells by field: `[guid, field, before, after]`. */
  async cells(versionId?: string, query = ""): Promise<ReadonlyArray<ReadonlyArray<Json>>> {
    const changes = (await this.changes(versionId, query)).list("changes")
    const byField = new Map(
      changes.map((row) => [[row["field"], row["guid"], row["before"]].map(textOf).join(" "), row])
    )
    return alphabetical(byField.keys()).map((key) => {
      const { after, before, field, guid } = byField.get(key)!
      return [guid!, field!, before!, after!]
    })
  }

  async versions(): Promise<ReadonlyArray<JsonObject>> {
    return status(await this.client.get(`${this.model.path}/versions`), 200).list("versions")
  }

  /** The ids that the model's latest public source is known by. */
  async source(): Promise<JsonObject> {
    return status(await this.client.get(this.model.path), 200).object("latestPublicSource")
  }

  /** The rows of M4 by their guid. `query` may name a version. */
  async rows(fields: ReadonlyArray<string>, query = ""): Promise<ReadonlyMap<string, JsonObject>> {
    const path = `${this.model.path}/products/properties/query${query}`
    const answer = status(await this.client.post(path, { fields: ["Guid", ...fields] }), 200)
    return new Map(answer.list("result").map((row) => [textOf(row["Guid"]), row]))
  }

  /** One field of one product as M4 gives it. */
  async cell(guid: string, field: string, query = ""): Promise<Json> {
    const row = (await this.rows([field], query)).get(guid)
    if (row === undefined) throw new Mismatch("row", guid, "none")
    return row[field]!
  }

  /** `[PropertySet, Value]` of a property or an attribute; of a Name `[null, Name]`. */
  async pair(guid: string, field: string, query = ""): Promise<ReadonlyArray<Json>> {
    const cell = await this.cell(guid, field, query)
    if (typeof cell === "string") return [null, cell]
    if (typeof cell !== "object" || cell === null || !("Value" in cell)) {
      throw new Mismatch(`${field} of ${guid}`, "{PropertySet, Value, PropertyId}", cell)
    }
    return [cell["PropertySet"]!, cell["Value"]!]
  }
}

/** A modification of one cell. */
export const one = (verb: string, field: string, guid: string, value: unknown): object => ({
  [verb]: { [field]: { [guid]: value } }
})
