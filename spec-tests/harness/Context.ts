import { status } from "./Check.ts"
import { Skipped } from "./Faults.ts"
import { claimOf, Client, subjectOf } from "./Client.ts"
import type { Project } from "./Project.ts"
import { unobserved } from "./Tags.ts"
import { importModel, type Imported, type ModelFile } from "./Imports.ts"

/**
 * The state that the rules of a room share: its users, and values that are made once. All rooms share fixtures that no
 * rule changes.
 */
export class Context {
  readonly api: Client
  /** A client without a token. */
  readonly anonymous: Client
  readonly #second: Client | null
  /** The projects to delete at the end, each with its creator. */
  readonly #projects: Map<string, Client>
  readonly #fixtures: Map<string, Promise<unknown>>
  readonly #made = new Map<string, Promise<unknown>>()

  constructor(
    readonly baseUrl: string,
    readonly token: string,
    readonly secondToken: string | null,
    run?: Context
  ) {
    this.#projects = run === undefined ? new Map() : run.#projects
    this.#fixtures = run === undefined ? new Map() : run.#fixtures
    this.api = new Client(baseUrl, token)
    this.anonymous = new Client(baseUrl, null)
    this.#second = secondToken === null ? null : new Client(baseUrl, secondToken)
  }

  /** Returns the context for the rules of another room of the same run. */
  room(): Context {
    return new Context(this.baseUrl, this.token, this.secondToken, this)
  }

  /** Returns the client of the second user. Skips the rule if the run has no second user. */
  get second(): Client {
    if (this.#second === null) throw new Skipped("needs a second user: give --second-token")
    return this.#second
  }

  /** The subject of the first user's token. */
  get subject(): string {
    return this.#subject(this.api)
  }

  get secondSubject(): string {
    return this.#subject(this.second)
  }

  /** The name in the first user's token; null if it contains none. */
  get name(): string | null {
    const token = this.api.token ?? ""
    return claimOf(token, "name") ?? claimOf(token, "preferred_username")
  }

  #subject(client: Client): string {
    const subject = subjectOf(client.token ?? "")
    if (subject === null) throw new Skipped("needs a token that is a JWT, to know its subject")
    return subject
  }

  /** Makes a project that the run deletes at its end. */
  async newProject(name = "Conformance", client: Client = this.api): Promise<Project> {
    const answer = status(await client.post("/v1/projects", { name }), 201)
    return this.track(answer.string("id"), client)
  }

  /** Registers a project that a rule created, so that the run deletes it. */
  track(id: string, client: Client = this.api): Project {
    this.#projects.set(id, client)
    return { id, path: `/v1/projects/${id}` }
  }

  /** A value made once for the room, by the first rule that needs it; a failure is shared too. */
  once<A>(name: string, make: () => Promise<A>): Promise<A> {
    return onceIn(this.#made, name, make)
  }

  /** An empty project, shared by all rooms: rules leave nothing in it. */
  get project(): Promise<Project> {
    return onceIn(this.#fixtures, "project", () => this.newProject("Conformance: shared"))
  }

  /** A fixture, imported once for all rooms into a project of its own: rules change neither. */
  model(file: ModelFile): Promise<Imported> {
    return onceIn(this.#fixtures, file, async () =>
      importModel(this.api, await this.newProject(`Conformance: ${file}`), file)
    )
  }

  /** A model, called the house, that contains most forms of data in contract section 5. */
  get house(): Promise<Imported> {
    return this.model("house.ifc")
  }

  /** Deletes the projects of the run and ignores failures. */
  async clean(): Promise<void> {
    for (const [id, client] of this.#projects) {
      try {
        await client.delete(`/v1/projects/${id}`)
      } catch {
        // The run has its results; if the service has already ended, no cleanup is needed.
      }
    }
  }
}

const onceIn = <A>(values: Map<string, Promise<unknown>>, name: string, make: () => Promise<A>): Promise<A> => {
  const value = values.get(name) ?? unobserved(make)
  values.set(name, value)
  return value as Promise<A>
}
