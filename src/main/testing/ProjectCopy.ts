import * as Seed from "../../http/testing/Seed.ts"
import { custom, properties, type Row, type Shown } from "./EditingModel.ts"
import * as EditingViews from "./EditingViews.ts"

type Mutable = Record<string, Shown>

/** The copy of a model: the version that it holds, and its products by guid. */
interface ModelCopy {
  readonly version: string
  readonly rows: Map<string, Mutable>
}

interface Event {
  readonly type: string
  readonly modelId?: string
  readonly modelVersionId?: string
  readonly data?: { readonly area?: string }
}

interface Change {
  readonly guid: string
  readonly field: string
  readonly before: Shown
  readonly after: Shown
  readonly change: "Added" | "Changed" | "Removed"
}

interface Changes {
  readonly deleted: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
  readonly changes: ReadonlyArray<Change>
  readonly totalCount: number
}

type Call = (method: string, path: string, body?: unknown) => Promise<Response>

/** The fields that show something of each area of shared data. */
const shownBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  customProperties: [...properties, ...custom],
  materials: ["Material"],
  codifications: ["Code"],
  locations: ["SpatialLocation"]
}

const applyChange = (row: Mutable, { after, before, change, field }: Change): void => {
  if (field === "Code") {
    const codes = new Set(row["Code"] as ReadonlyArray<string>)
    if (after === null) codes.delete(before as string)
    else codes.add(after as string)
    row["Code"] = [...codes].sort()
  } else if (field === "Name") row["Name"] = after ?? ""
  else row[field] = change === "Removed" && properties.includes(field) ? undefined : after
}

/**
 * Keeps a copy of the products of a project equal using only what contract section 15 names: the events, the changes of
 * versions, and M4 for new models, added products and the fields that show shared data.
 */
export const make = (call: Call, projectId: string) => {
  const path = `/v1/projects/${projectId}`
  const models = new Map<string, ModelCopy>()
  const heard = new Map<string, number>()
  let after = "0"

  /** The products of a model by M4. */
  const query = async (model: string, search = "", filters: object = {}): Promise<Map<string, Mutable>> => {
    const body = { fields: EditingViews.fields, filters }
    const answer = await call("POST", `${path}/models/${model}/products/properties/query${search}`, body)
    const rows = EditingViews.rowsOf(await Seed.json<Parameters<typeof EditingViews.rowsOf>[0]>(answer))
    return new Map(Object.entries(rows).map(([guid, row]) => [guid, { ...row }]))
  }

  /** Returns all pages of the changes of a version since another one. */
  const changesOf = async (model: string, version: string, since: string): Promise<Changes> => {
    const found = { deleted: new Array<string>(), added: new Array<string>(), changes: new Array<Change>() }
    for (let page = 1; ; page++) {
      const search = `?since=${since}&page=${page}&pageSize=1000`
      const answer = await call("GET", `${path}/models/${model}/versions/${version}/changes${search}`)
      const { added, changes, deleted, totalCount } = await Seed.json<Changes>(answer)
      found.deleted.push(...deleted)
      found.added.push(...added)
      found.changes.push(...changes)
      if (page * 1000 >= totalCount) return { ...found, totalCount }
    }
  }

  const advance = async (model: string, version: string): Promise<void> => {
    const copy = models.get(model)
    if (copy === undefined) return
    const { added, changes, deleted } = await changesOf(model, version, copy.version)
    for (const guid of deleted) copy.rows.delete(guid)
    for (const guid of added) {
      for (const [found, row] of await query(model, `?version=${version}`, { Guid: guid })) copy.rows.set(found, row)
    }
    for (const change of changes) applyChange(copy.rows.get(change.guid)!, change)
    models.set(model, { ...copy, version })
    // Parts move with their whole, and only the cell of the whole is listed.
    if (changes.some(({ field }) => field === "SpatialLocation")) await readAgain(model, ["SpatialLocation"])
  }

  const readAgain = async (model: string, fields: ReadonlyArray<string>): Promise<void> => {
    const { rows, version } = models.get(model)!
    const now = await query(model, `?version=${version}`)
    for (const [guid, row] of rows) for (const field of fields) row[field] = now.get(guid)?.[field]
  }

  const hear = async ({ data, modelId = "", modelVersionId = "", type }: Event): Promise<void> => {
    heard.set(type, (heard.get(type) ?? 0) + 1)
    switch (type) {
      case "model.imported":
        return void models.set(modelId, {
          version: modelVersionId,
          rows: await query(modelId, `?version=${modelVersionId}`)
        })
      case "version.published":
        return advance(modelId, modelVersionId)
      case "model.removed":
        models.delete(modelId)
        // The libraries and locations of its file are gone as well, and products of other models may refer to them.
        for (const model of models.keys()) await readAgain(model, ["Material", "Code", "SpatialLocation"])
        return
      case "library.changed":
      case "location.changed":
        for (const model of models.keys()) await readAgain(model, shownBy[data?.area ?? ""] ?? [])
    }
  }

  return {
    /** Reads one page of events and follows it. Returns false if there are no more events. */
    follow: async (limit: number): Promise<boolean> => {
      const answer = await call("GET", `${path}/events?after=${after}&limit=${limit}`)
      const page = await Seed.json<{ readonly events: ReadonlyArray<Event>; readonly next: string }>(answer)
      for (const event of page.events) await hear(event)
      after = page.next
      return page.events.length > 0
    },
    /** The number of events of a type that were followed. */
    heard: (type: string): number => heard.get(type) ?? 0,
    /** The copied products of a model by guid; undefined if it does not hold the model. */
    rows: (model: string): Readonly<Record<string, Row>> | undefined => {
      const copy = models.get(model)
      return copy === undefined ? undefined : Object.fromEntries(copy.rows)
    },
    /** Returns the rows that M4 answers now, for comparison with `rows`. */
    now: async (model: string): Promise<Readonly<Record<string, Row>>> => Object.fromEntries(await query(model))
  }
}
