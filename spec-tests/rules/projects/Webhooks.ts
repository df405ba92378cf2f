import { each, matches, same, status, uuid } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const rule = rules("contract 15")
const asking = rules("contract 15", operating)

/** A name that resolves nowhere, so that a service under test sends nothing to anybody. */
const url = "https://receiver.invalid/plinth?a=b"
const draft = { url, types: ["version.published", "library.*"], description: "Warehouse" }

const withWebhook = async (context: Context) => {
  const project = await context.newProject("Webhooks")
  const path = `${project.path}/webhooks`
  const answer = status(await context.api.post(path, draft), 201)
  return { project, path, answer, hook: `${path}/${answer.string("id")}` }
}

export const webhooks = [
  rule("15-webhooks-life", "A webhook shows its secret once, is listed, changed and deleted", async (context) => {
    const { answer, hook, path } = await withWebhook(context)
    const { secret, ...made } = answer.object()
    matches("secret", secret, /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/)
    matches("id", made["id"], uuid)
    same("members", Object.keys(made).sort(), [
      "createdAt",
      "createdBy",
      "description",
      "enabled",
      "id",
      "types",
      "url"
    ])
    same(
      "webhook",
      [made["url"], made["types"], made["description"], made["enabled"], made["createdBy"]],
      [url, draft.types, draft.description, true, context.subject]
    )
    same("listed", status(await context.api.get(path), 200).list("webhooks"), [made])
    same("read", status(await context.api.get(hook), 200).object(), made)
    const changed = status(await context.api.put(hook, { types: ["*"], description: null, enabled: false }), 200)
    const { description: _, ...rest } = made
    same("changed", changed.object(), { ...rest, types: ["*"], enabled: false })
    same("kept", status(await context.api.put(hook, {}), 200).object(), changed.object())
    status(await context.api.delete(hook), 204)
    problem(await context.api.get(hook), 404, "NotFound")
    same("none", status(await context.api.get(path), 200).list("webhooks"), [])
  }),
  rule("15-webhooks-rotate", "Rotation shows another secret, and no repetition shows one", async (context) => {
    const { answer, hook } = await withWebhook(context)
    const rotated = status(await context.api.post(`${hook}/rotate`), 200)
    matches("secret", rotated.at("secret"), /^whsec_/)
    same("other", rotated.at("secret") === answer.at("secret"), false)
    const headers = { "Idempotency-Key": crypto.randomUUID() }
    status(await context.api.post(`${hook}/rotate`, undefined, headers), 200)
    problem(await context.api.post(`${hook}/rotate`, undefined, headers), 400, "IdempotencyKeyReused")
  }),
  rule("15-webhooks-targets", "Targets that may not be reached are 400 TargetRefused", async (context) => {
    const { hook, path } = await withWebhook(context)
    const refused = [
      "https://169.254.169.254/latest/meta-data",
      "https://2852039166/",
      "https://0.0.0.0/",
      "https://[::ffff:169.254.169.254]/",
      "https://[fe80::1]/",
      "https://255.255.255.255/",
      "https://user:password@receiver.invalid/",
      "ftp://receiver.invalid/"
    ]
    await each(refused, String, async (target) => {
      problem(await context.api.post(path, { ...draft, url: target }), 400, "TargetRefused")
      problem(await context.api.put(hook, { url: target }), 400, "TargetRefused")
    })
  }),
  rule("15-webhooks-bodies", "Unknown types and texts that are no URL are 400", async (context) => {
    const { path } = await withWebhook(context)
    for (const wrong of [
      { types: ["model.gone"] },
      { types: "*" },
      { url: "no url" },
      { url: null },
      { types: null }
    ]) {
      problem(await context.api.post(path, { ...draft, ...wrong }), 400, "InvalidBody")
    }
  }),
  asking("15-webhooks-deliveries", "Tests are deliveries, which are listed and tried again", async (context) => {
    const { hook } = await withWebhook(context)
    const test = status(await context.api.post(`${hook}/test`), 202)
    same("type", [test.at("type"), test.at("status")], ["webhook.test", "Pending"])
    const page = status(await context.api.get(`${hook}/deliveries?page=1`), 200)
    same(
      "listed",
      [page.list("deliveries").map(({ id }) => id), page.at("totalCount"), page.at("page")],
      [[test.at("id")], 1, 1]
    )
    status(await context.api.post(`${hook}/deliveries/${test.string("id")}/retry`), 202)
    problem(await context.api.post(`${hook}/deliveries/${crypto.randomUUID()}/retry`), 404, "NotFound")
    status(await context.api.put(hook, { enabled: false }), 200)
    problem(await context.api.post(`${hook}/test`), 400, "InvalidParameter")
  }),
  rule("15-webhooks-limit", "A project has at most 50 webhooks", async (context) => {
    const { path } = await withWebhook(context)
    for (let i = 1; i < 50; i++) status(await context.api.post(path, { ...draft, enabled: false }), 201)
    problem(await context.api.post(path, draft), 400, "LimitExceeded")
  })
]
