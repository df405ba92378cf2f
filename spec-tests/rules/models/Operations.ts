import type { Answer } from "../../harness/Answer.ts"
import { holds, matches, same, status } from "../../harness/Check.ts"
import { Mismatch } from "../../harness/Faults.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { fetched, follow, type Imported, importModel, startImport } from "../../harness/Imports.ts"
import { largeIfc } from "../../harness/MadeFiles.ts"
import { withoutName } from "../../harness/Names.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const four = rules("contract 4", operating)
const eight = rules("contract 8", operating)

/** Starts a calculation on a model, waits for its end and returns its id. */
const calculated = async ({ api }: Context, { path }: Imported): Promise<string> => {
  const started = status(await api.post(`${path}/products/quantities/query`, { calculators: ["Count"] }), 202)
  await follow(api, started.string("id"))
  return started.string("id")
}

/** The id of a calculation on the house that has ended. */
const calculation = (context: Context): Promise<string> =>
  context.once("a calculation", async () => calculated(context, await context.house))

/** An import large enough to be caught while it runs. */
const running = async (context: Context) => {
  const project = await context.newProject("Running")
  const started = await startImport(context.api, project, largeIfc(30_000))
  return { project, id: started.string("id"), model: `${project.path}/models/${started.string("modelId")}` }
}

/** Returns an operation of the first user that has ended, without its times and the name of the user. */
const untimed = (context: Context, answer: Answer) => {
  const { createdAt, endedAt, startedAt, ...rest } = withoutName(context, answer.object(), "userName")
  for (const time of [createdAt, endedAt, startedAt]) matches("time", time, /^\d{4}-\d\d-\d\dT/)
  return rest
}

export const operations = [
  eight(
    "8-percentage",
    "percentageCompleted is an integer from 0 to 100, never falls, and is 100 exactly when Ready",
    async (context) => {
      const { id } = await running(context)
      const seen = (await follow(context.api, id)).map((look) => ({
        status: look.string("status"),
        percentage: look.number("percentageCompleted")
      }))
      let last = 0
      for (const { status, percentage } of seen) {
        const good = Number.isInteger(percentage) && percentage >= last && percentage <= 100
        holds("never falls", good && (percentage === 100) === (status === "Ready"), seen)
        last = percentage
      }
      same("end", seen.at(-1)!.status, "Ready")
      holds(
        "it moves before the end",
        seen.some(({ percentage }) => percentage > 0 && percentage < 100),
        seen
      )
    }
  ),
  eight("8-states", "Operations go through Queued, InProgress and Ready", async ({ house }) => {
    const states = (await house).looks.map((look) => look.string("status"))
    const order = ["Queued", "InProgress", "Ready"]
    const places = states.map((state) => order.indexOf(state))
    holds(
      "in that order",
      places.every((place, i) => place >= (places[i - 1] ?? 0)),
      states
    )
  }),
  four("4-operation-import", "An ended import has reportUrl beside the other fields", async (context) => {
    const { modelId, operationId, project } = await context.house
    const answer = status(await context.api.get(`/v1/operations/${operationId}`), 200)
    const { reportUrl, ...rest } = untimed(context, answer)
    matches("reportUrl", reportUrl, /^https?:\/\//)
    same("operation", rest, {
      id: operationId,
      kind: "ImportIfc",
      status: "Ready",
      percentageCompleted: 100,
      userId: context.subject,
      projectId: project.id,
      modelId,
      modelName: "house.ifc",
      fileName: "house.ifc"
    })
  }),
  four("4-operation-calculation", "A calculation is an operation of kind CalculateQuantities", async (context) => {
    const id = await calculation(context)
    const { modelId, project } = await context.house
    const answer = status(await context.api.get(`/v1/operations/${id}`), 200)
    same("operation", untimed(context, answer), {
      id,
      kind: "CalculateQuantities",
      status: "Ready",
      percentageCompleted: 100,
      userId: context.subject,
      projectId: project.id,
      modelId,
      modelName: "house.ifc"
    })
  }),
  four("4-operation-any-case", "UUIDs are accepted in any case", async ({ api, house }) => {
    const { operationId } = await house
    same("id", status(await api.get(`/v1/operations/${operationId.toUpperCase()}`), 200).at("id"), operationId)
  }),
  four("4-operation-unknown", "An unknown operation: 404 OperationNotFound", async ({ api }) => {
    const path = "/v1/operations/11111111-2222-4333-8444-555555555555"
    problem(await api.get(path), 404, "OperationNotFound")
    problem(await api.delete(path), 404, "OperationNotFound")
  }),
  four(
    "4-operation-cancel",
    "Cancelling a running operation answers 204; it ends as Failed with Cancelled and keeps its percentage",
    async (context) => {
      const { id, project, model } = await running(context)
      const before = status(await context.api.get(`/v1/operations/${id}`), 200)
      same("body", status(await context.api.delete(`/v1/operations/${id}`), 204).text, "")
      const last = (await follow(context.api, id)).at(-1)!
      same("end", [last.at("status"), last.at("error")], ["Failed", "Cancelled"])
      holds("errorDetails", last.string("errorDetails").length > 0)
      const percentage = last.number("percentageCompleted")
      holds("percentage", percentage >= before.number("percentageCompleted") && percentage < 100, percentage)
      status(await fetched(context.anonymous, last.string("reportUrl")), 200)
      status(await context.api.delete(`/v1/operations/${id}`), 204)
      const { reportUrl: _, ...after } = status(await context.api.get(`/v1/operations/${id}`), 200).object()
      const { reportUrl: __, ...ended } = last.object()
      same("it stays as it is", after, ended)
      same("models", status(await context.api.get(`${project.path}/models`), 200).body, { models: [] })
      errorView(await context.api.get(model), 404, "ModelNotFound")
    }
  ),
  four("4-operation-cancel-role", "Only the starter and model Owners may cancel: others get 403", async (context) => {
    const { id, project } = await running(context)
    const member = `${project.path}/members/${encodeURIComponent(context.secondSubject)}`
    problem(await context.second.delete(`/v1/operations/${id}`), 404, "OperationNotFound")
    status(await context.api.put(member, { role: "User" }), 200)
    problem(await context.second.delete(`/v1/operations/${id}`), 403, "Forbidden")
    status(await context.api.put(member, { role: "Owner" }), 200)
    status(await context.second.delete(`/v1/operations/${id}`), 204)
  }),
  four("4-operation-cancel-ended", "Cancelling an ended operation answers 204 without effect", async (context) => {
    const id = await calculation(context)
    status(await context.api.delete(`/v1/operations/${id}`), 204)
    same("status", status(await context.api.get(`/v1/operations/${id}`), 200).at("status"), "Ready")
  }),
  eight(
    "8-removal-ends",
    "Removing a model ends its operations as Failed with ModelNotFound, readable by their starter",
    async (context) => {
      const { id, model } = await running(context)
      status(await context.api.delete(model), 204)
      const last = (await follow(context.api, id)).at(-1)!
      same("end", [last.at("status"), last.at("error")], ["Failed", "ModelNotFound"])
    }
  ),
  eight(
    "8-result-not-ready",
    "The result of an operation that has not finished: 400 OperationNotReady",
    async (context) => {
      const { path } = await context.house
      // A single worker still has a large import to do first; with more workers it may have ended already.
      await running(context)
      const started = status(
        await context.api.post(`${path}/products/quantities/query`, { calculators: ["Count"] }),
        202
      )
      const answer = await context.api.get(`${path}/products/quantities/${started.string("id")}/result`)
      if (answer.status !== 200) errorView(answer, 400, "OperationNotReady")
      else
        same(
          "Ready",
          status(await context.api.get(`/v1/operations/${started.string("id")}`), 200).at("status"),
          "Ready"
        )
    }
  ),
  eight(
    "8-result-failed",
    "The result of an operation that failed: 400 OperationFailed with the reason",
    async (context) => {
      const { path } = await context.house
      for (let tries = 0; tries < 5; tries++) {
        const started = status(
          await context.api.post(`${path}/products/quantities/query`, { calculators: ["Length"] }),
          202
        )
        status(await context.api.delete(`/v1/operations/${started.string("id")}`), 204)
        const last = (await follow(context.api, started.string("id"))).at(-1)!
        if (last.at("status") !== "Failed") continue
        const answer = await context.api.get(`${path}/products/quantities/${started.string("id")}/result`)
        errorView(answer, 400, "OperationFailed")
        return
      }
      throw new Mismatch("a calculation could not be cancelled before its end in five tries")
    }
  ),
  eight(
    "8-result-other-kind",
    "A result requested with an operation of another kind or model: 404 OperationNotFound",
    async (context) => {
      const house = await context.house
      const other = await context.model("shed.ifc")
      const id = await calculation(context)
      const at = (path: string, operation: string) => context.api.get(`${path}/products/quantities/${operation}/result`)
      errorView(await at(house.path, house.operationId), 404, "OperationNotFound")
      errorView(await at(other.path, id), 404, "OperationNotFound")
      errorView(await at(house.path, "11111111-2222-4333-8444-555555555555"), 404, "OperationNotFound")
    }
  ),
  eight(
    "8-foreign",
    "Calculations are visible only to their starter, imports to everyone who can read the model",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Foreign"), "bridge.ifc")
      const id = await calculated(context, model)
      const member = `${model.project.path}/members/${encodeURIComponent(context.secondSubject)}`
      problem(await context.second.get(`/v1/operations/${model.operationId}`), 404, "OperationNotFound")
      status(await context.api.put(member, { role: "User" }), 200)
      status(await context.second.get(`/v1/operations/${model.operationId}`), 200)
      problem(await context.second.get(`/v1/operations/${id}`), 404, "OperationNotFound")
    }
  )
]
