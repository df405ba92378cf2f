import type { Answer, Json, JsonObject } from "../../../harness/Answer.ts"
import { same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { type Area, fill, idsOf, table } from "../../../harness/Endpoints.ts"
import { inForm } from "../../../harness/ErrorForms.ts"
import type { Project } from "../../../harness/Project.ts"

/** A member of the bodies that create or change a resource. */
export interface Member {
  /** Two valid values; null if validity depends on other objects, which other rules test. */
  readonly good: readonly [Json, Json] | null
  /** A creation without it is refused; blank is refused too. */
  readonly required?: true
  /** The name in answers, by default that in bodies; null if answers never contain it. */
  readonly as?: string | null
  /** How answers show a value; by default as it was sent. */
  readonly shows?: (value: Json) => Json
  /** The value that answers show if the member has none; if this is absent, answers omit the member. */
  readonly none?: Json
  /** The maximum number of characters of a text. */
  readonly longest?: number
  /** Blanks around a text are removed. */
  readonly trimmed?: true
  /** Values of the right kind that are refused. */
  readonly bad?: ReadonlyArray<Json>
  /** The effect of null in a PUT. */
  readonly onNull?: "clears" | "keeps" | "refused"
  /** Besides null, what clears it in a PUT. */
  readonly clearedBy?: Json
}

export type Ids = Readonly<Record<string, string>>

/** The description of a resource for the rules that all libraries share. */
export interface Resource {
  /** Ends the ids of its rules. */
  readonly id: string
  readonly noun: string
  readonly area: Area
  /** The path of the table of endpoints. */
  readonly path: string
  /** The path of a single resource; null if it can be read only in its list. */
  readonly read: string | null
  /** The path of the list. */
  readonly list: string
  /** The resource that contains it; null if that is the project. */
  readonly owner: Resource | null
  readonly members: Readonly<Record<string, Member>>
  /** The member that no two in one place share; null where names are free. */
  readonly unique: string | null
  /** Its identifiers in paths, from the answer to its creation. */
  readonly ids: (answer: Answer) => Ids
  /** Returns the members that the service adds to a listed object. Fails if one is wrong. */
  readonly given: (item: JsonObject, ids: Ids) => JsonObject
  readonly items: (answer: Answer, ids: Ids) => ReadonlyArray<JsonObject>
  /** Returns the body of the answers that create, read or change a listed item. */
  readonly answered: (item: JsonObject) => JsonObject
  /** The members of an answer without those that it may omit; by default all. */
  readonly certain?: (body: JsonObject) => JsonObject
  /** The entry of a new list, if it has one. */
  readonly empty: JsonObject | null
  /** Whether the list is in the order of creation. */
  readonly inOrder: boolean
  /** Further bodies that are refused, with the place that the error names. */
  readonly faults?: ReadonlyArray<readonly [body: JsonObject, pointer: string]>
  /** Changes of a created object that are refused because of existing data, and the error code. */
  readonly refused?: (shelf: Shelf, made: Made) => Promise<ReadonlyArray<readonly [body: object, code: string]>>
}

export interface Made {
  readonly ids: Ids
  readonly path: string
  readonly read: string | null
  readonly answer: Answer
}

const methodsOf = (path: string): ReadonlyArray<string> =>
  table.filter((endpoint) => endpoint.path === path).map(({ method }) => method)

/** The methods that its own path has. */
export const methods = (resource: Resource): ReadonlyArray<string> => methodsOf(resource.path)

export const changeable = (resource: Resource): boolean => methods(resource).includes("PUT")

/** The path that takes its POST. */
export const collection = (resource: Resource): string => resource.path.slice(0, resource.path.lastIndexOf("/"))

/** Returns the members that have good values. */
export const plain = (resource: Resource): ReadonlyArray<readonly [string, Member & { good: readonly [Json, Json] }]> =>
  Object.entries(resource.members).flatMap(([name, member]) =>
    member.good === null ? [] : [[name, { ...member, good: member.good }] as const]
  )

/** A body of all members that have good values: the first of each, or the second. */
export const full = (resource: Resource, which: 0 | 1 = 0): JsonObject =>
  Object.fromEntries(plain(resource).map(([name, { good }]) => [name, good[which]]))

/** Returns the listed form of a resource with these values, without the members that the service generates. */
const shown = (resource: Resource, values: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(resource.members).flatMap(([name, { as = name, shows, none, trimmed }]) => {
      if (as === null) return []
      const value = values[name] ?? null
      const text = trimmed && typeof value === "string" ? value.trim() : value
      const shown = text === null ? none : shows === undefined ? text : shows(text)
      return shown === undefined ? [] : [[as, shown]]
    })
  )

/** Fails unless the answer refuses a body, in the form of the endpoint; a ProblemDetails only names the place. */
export const refuses = (answer: Answer, resource: Resource, pointer?: string, code = "InvalidBody"): void => {
  const { forms } = table.find(({ method, path }) => method === "POST" && path === collection(resource))!
  inForm(answer, forms[400], 400, code)
  if (pointer === undefined || forms[400] === "view") return
  const faults = answer.list("errors")
  same("pointers", [...new Set(faults.map((fault) => fault["pointer"]))], [pointer])
  same(
    "details",
    faults.filter(({ detail }) => typeof detail !== "string" || detail === ""),
    []
  )
}

/** Fails unless the answer is the 404 of a method on the resource's path. */
export const isGone = (answer: Answer, method: string, path: string): void => {
  const { forms } = table.find((endpoint) => endpoint.method === method && endpoint.path === path)!
  inForm(answer, forms[404], 404, "NotFound")
}

/** Generates values that must be unique within a run. */
let made = 0

/** The place of resources of one kind: a project, or a resource that contains them. */
export class Shelf {
  constructor(
    readonly context: Context,
    readonly resource: Resource,
    readonly project: Project,
    readonly owner: Made | null
  ) {}

  get ids(): Ids {
    return this.owner?.ids ?? { project: this.project.id }
  }

  /** Takes the POST. */
  get path(): string {
    return fill(collection(this.resource), this.ids)
  }

  /** The members that a creation needs, and these; another name, or whatever must be unique, each time. */
  body(more: object = {}): JsonObject {
    made++
    const { members, unique } = this.resource
    const needed = Object.entries(members)
      .filter(([, { required }]) => required)
      .map(([name, { good }]) => [name, name === unique ? `${good![0] as string} ${made}` : good![0]])
    return { ...Object.fromEntries(needed), ...more }
  }

  post(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.context.api.post(this.path, body, headers)
  }

  async make(more: object = {}): Promise<Made> {
    return this.made(status(await this.post(this.body(more)), 201))
  }

  made(answer: Answer): Made {
    const { path, read } = this.resource
    const ids = { ...this.ids, ...this.resource.ids(answer) }
    return { ids, path: fill(path, ids), read: read === null ? null : fill(read, ids), answer }
  }

  /** Returns the list. */
  async items(): Promise<ReadonlyArray<JsonObject>> {
    const answer = status(await this.context.api.get(fill(this.resource.list, this.ids)), 200)
    return this.resource.items(answer, this.ids)
  }

  certain(answer: Answer): JsonObject {
    return this.resource.certain?.(answer.object()) ?? answer.object()
  }

  /** Fails unless the list contains exactly these values of an object, and the answers and reads of it agree. */
  async shows(values: JsonObject, ...answers: ReadonlyArray<Answer>): Promise<JsonObject> {
    const items = await this.items()
    same("number", items.length, 1)
    await this.agrees(items[0]!, values, ...answers)
    return items[0]!
  }

  /** Fails unless a listed object has these values and its answers agree. */
  async agrees(item: JsonObject, values: JsonObject, ...answers: ReadonlyArray<Answer>): Promise<void> {
    same("listed", item, { ...shown(this.resource, values), ...this.resource.given(item, this.ids) })
    for (const answer of answers) same("answered", this.certain(answer), this.resource.answered(item))
  }

  /** Fails unless every method on the paths of an object and of its children is 404. */
  async lacks({ path, read }: Pick<Made, "path" | "read">, below: ReadonlyArray<string> = []): Promise<void> {
    const { api } = this.context
    const { resource } = this
    if (read !== null) isGone(await api.get(read), "GET", resource.read!)
    if (changeable(resource)) isGone(await api.put(path, full(resource, 1)), "PUT", resource.path)
    isGone(await api.delete(path), "DELETE", resource.path)
    for (const template of below) {
      const body = { name: "n", dataType: "String", identification: "i" }
      isGone(await api.post(path + template.slice(resource.path.length), body), "POST", template)
    }
  }
}

/** Creates the parent of resources without any, in a new project if none is given. */
export const shelfOf = async (context: Context, resource: Resource, given?: Project): Promise<Shelf> => {
  const project = given ?? (await context.newProject(`Conformance: ${resource.noun}`))
  const { owner } = resource
  return new Shelf(
    context,
    resource,
    project,
    owner === null ? null : await (await shelfOf(context, owner, project)).make()
  )
}

/** The child collections of a resource. */
export const below = (resource: Resource): ReadonlyArray<string> =>
  table
    .filter(({ method, path }) => method === "POST" && path.startsWith(`${resource.path}/`))
    .filter(({ path }) => idsOf(path).length === idsOf(resource.path).length)
    .map(({ path }) => path)
