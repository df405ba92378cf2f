import { status } from "./Check.ts"
import { Skipped } from "./Faults.ts"
import { Client, subjectOf } from "./Client.ts"
import type { Project } from "./Project.ts"
import { importModel, type Imported, type ModelFile } from "./Imports.ts"

/** What the rules of one run share: the users, fixtures imported once, and the projects to delete at the end. */
export class Context {
  readonly api: Client
  /** Without a token. */
  readonly anonymous: Client
  readonly #second: Client | null
  readonly #projects = new Map<string, Client>()
  readonly #shared = new Map<string, Promise<unknown>>()

  constructor(baseUrl: string, token: string, secondToken: string | null) {
    this.api = new Client(baseUrl, token)
    this.anonymous = new Client(baseUrl, null)
    this.#second = secondToken === null ? null : new Client(baseUrl, secondToken)
  }

  /** The second user's client. Skips the rule where the run has none. */
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

  /** Has the run delete a project that a rule made itself. */
  track(id: string, client: Client = this.api): Project {
    this.#projects.set(id, client)
    return { id, path: `/v1/projects/${id}` }
  }

  /** A value made once for the run, by the first rule that needs it; a failure is shared too. */
  once<A>(name: string, make: () => Promise<A>): Promise<A> {
    const made = this.#shared.get(name) ?? make()
    this.#shared.set(name, made)
    return made as Promise<A>
  }

  /** An empty project for rules that leave nothing in it. */
  get project(): Promise<Project> {
    return this.once("project", () => this.newProject("Conformance: shared"))
  }

  /** A fixture, imported once into a project of its own. */
  model(file: ModelFile): Promise<Imported> {
    return this.once(`model ${file}`, async () =>
      importModel(this.api, await this.newProject(`Conformance: ${file}`), file)
    )
  }

  /** The house: most of what contract section 5 says shows on it. */
  get house(): Promise<Imported> {
    return this.model("house.ifc")
  }

  /** Deletes what the run made; what cannot be deleted is left. */
  async clean(): Promise<void> {
    for (const [id, client] of this.#projects) {
      try {
        await client.delete(`/v1/projects/${id}`)
      } catch {
        // The run has its results; a service that is gone by now needs no cleaning.
      }
    }
  }
}
