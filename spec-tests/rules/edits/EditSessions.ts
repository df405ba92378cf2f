import { type Answer, textOf } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { companion, freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { guid } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7", operating)
const chair = g("Chair")
const named = one("update", "Name", chair, "Mine")

type Asked = readonly [what: string, ask: (editor: Editor) => Promise<Answer>]
const modify: Asked = ["M12", (editor) => editor.modify(named)]
const remove: Asked = ["M13", (editor) => editor.remove(g("Beam"))]
const publish: Asked = ["M14", (editor) => editor.publish()]
const discard: Asked = ["M15", (editor) => editor.send("POST", "/discard")]
const start: Asked = ["M10", (editor) => editor.send("POST", "/start-session")]
const end: Asked = ["M11", (editor) => editor.send("POST", "/end-session")]

const expiry = async (editor: Editor): Promise<number> => Date.parse((await editor.session()).string("expiresAt"))

/** Milliseconds by which the request moves on the end of the session. */
const moved = async (editor: Editor, request: () => Promise<unknown>): Promise<number> => {
  const before = await expiry(editor)
  await Bun.sleep(20)
  await request()
  return (await expiry(editor)) - before
}

/** Has unpublished changes, without a session. */
const afterwards = async (context: Context): Promise<Editor> => {
  const editor = await freshEditor(context)
  await editor.apply(named)
  await editor.end()
  return editor
}

export const editSessions = [
  seven("7-header-missing", "M10 to M15 without the header: 400 MissingClientSessionId", async (context) => {
    const editor = await freshEditor(context)
    await each([modify, remove, publish, discard, start, end], String, async ([, ask]) => {
      errorView(await ask(editor.as(null)), 400, "MissingClientSessionId")
    })
  }),
  rules("contract 2.7", operating)(
    "2.7-session-header",
    "The header has 1 to 128 printable ASCII characters, else 400 naming it",
    async (context) => {
      const editor = await freshEditor(context)
      await each([modify, remove, publish, discard, start, end], String, async ([, ask]) => {
        for (const id of ["x".repeat(129), "caf\u{E9}"]) {
          const { errorDetails } = errorView(await ask(editor.as(id)), 400).object()
          holds("named", /x-client-session-id/i.test(textOf(errorDetails)), errorDetails)
        }
      })
      const longest = editor.as("~".repeat(128))
      await editor.end()
      await longest.start()
      await longest.apply(named)
    }
  ),
  seven(
    "7-session-not-active",
    "M12, M13, and M14 with changes to publish: 400 SessionNotActive if no session or another is active",
    async (context) => {
      const editor = await freshEditor(context)
      await editor.apply(named)
      for (const ask of [modify, remove, publish]) {
        errorView(await ask[1](editor.as("other")), 400, "SessionNotActive")
      }
      await editor.end()
      for (const ask of [modify, remove, publish]) errorView(await ask[1](editor), 400, "SessionNotActive")
      await editor.as("other").start()
      for (const ask of [modify, remove, publish]) errorView(await ask[1](editor), 400, "SessionNotActive")
      same("unpublished", await editor.cells(), [[chair, "Name", "Chair", "Mine"]])
    }
  ),
  seven("7-session-not-needed", "M14 without changes to publish, and M15, need no active session", async (context) => {
    const editor = await freshEditor(context)
    await editor.end()
    status(await editor.publish(), 204)
    await editor.discard()
    same("versions", (await editor.versions()).length, 1)
    const edited = await afterwards(context)
    await edited.as("never started").discard()
    same("changes", (await edited.changes()).at("totalCount"), 0)
  }),
  seven(
    "7-session-renewed-by-edits",
    "M10 to M15 under the active id renew it, even if they are refused",
    async (context) => {
      const editor = await freshEditor(context)
      const requests: ReadonlyArray<readonly [expected: number, ask: () => Promise<Answer>]> = [
        [204, () => editor.send("POST", "/start-session")],
        [200, () => editor.modify(named)],
        [200, () => editor.modify(one("update", "Unheard", chair, 1))],
        [400, () => editor.modify({ update: 3 })],
        [404, () => editor.remove(guid("Nobody"))],
        [200, () => editor.remove(g("Beam"))],
        [400, () => editor.send("POST", "/publish", {})],
        [204, () => editor.publish()],
        [204, () => editor.publish()],
        [204, () => editor.send("POST", "/discard")],
        [200, () => editor.send("GET", "/changes")],
        [200, () => editor.send("GET", "/versions")],
        [200, () => editor.send("GET", "/products?fields=Name")]
      ]
      for (const [expected, ask] of requests) {
        let asked = ""
        const by = await moved(editor, async () => (asked = status(await ask(), expected).request))
        holds(`${asked} ${expected} renews`, by > 0, by)
      }
    }
  ),
  seven("7-session-edits-not-renewed", "Edits under another id, or without one, renew nothing", async (context) => {
    const editor = await freshEditor(context)
    for (const other of [editor.as("other"), editor.as(null)]) {
      for (const [what, ask] of [modify, remove, publish, discard]) {
        same(what, await moved(editor, () => ask(other)), 0)
      }
    }
    same("by reading the session", await moved(editor, () => editor.send("GET", "/session")), 0)
  }),
  seven("7-session-published", "Publishing and discarding leave the session active", async (context) => {
    const editor = await freshEditor(context)
    await editor.apply(named)
    await editor.published()
    await editor.apply(one("update", "Name", chair, "Again"))
    await editor.discard()
    same(
      "session",
      [(await editor.session()).at("active"), (await editor.session()).at("clientSessionId")],
      [true, "ada"]
    )
  }),
  seven("7-changes-outlive", "Unpublished changes outlive their session and continue in the next", async (context) => {
    const editor = await afterwards(context)
    const session = (await editor.session()).body
    same("session", session, { active: false, cells: 1, deletedProducts: 0 })
    same("shown", await editor.pair(chair, "Name"), [null, "Mine"])
    const next = editor.as("next")
    await next.start()
    await next.apply(one("update", "Tag", chair, "T"))
    same("version", (await next.published("Both"))["cells"], 2)
  }),
  seven(
    "7-order-of-answers",
    "A bad body and an unknown product are reported before the state of the session",
    async (context) => {
      const editor = await freshEditor(context)
      await editor.end()
      errorView(await editor.modify({ update: 3 }), 400, "InvalidBody")
      errorView(await editor.send("POST", "/publish", {}), 400, "InvalidBody")
      errorView(await editor.remove(guid("Nobody")), 404, "ProductNotFound")
      errorView(await editor.as(null).remove(guid("Nobody")), 404, "ProductNotFound")
      const errors = editor.modify(one("update", "Unheard", chair, 1))
      errorView(await errors, 400, "SessionNotActive")
    }
  ),
  rules("contract 3", operating)(
    "3-edit-role",
    "A Viewer may neither edit, publish nor discard, and reads changes and versions",
    async (context) => {
      const ada = await freshEditor(context)
      const bob = await companion(context, ada, "DataEditor")
      await bob.apply(named)
      const subject = encodeURIComponent(context.secondSubject)
      status(await context.api.put(`${ada.model.path}/members/${subject}`, { role: "Viewer" }), 200)
      await each([modify, remove, publish, discard, start, end], String, async ([, ask]) => {
        errorView(await ask(bob), 403, "Forbidden")
        errorView(await ask(bob.as(null)), 403, "Forbidden")
      })
      same("kept", await bob.cells(), [[chair, "Name", "Chair", "Mine"]])
      same("versions", (await bob.versions()).length, 1)
      status(await context.api.put(`${ada.model.path}/members/${subject}`, { role: "DataEditor" }), 200)
      await bob.start()
      await bob.published("After the role returned")
    }
  ),
  seven(
    "7-role-lost",
    "A user who loses the role on a model keeps the unpublished changes until the role returns",
    async (context) => {
      const ada = await freshEditor(context)
      const bob = await companion(context, ada)
      await bob.apply(named)
      await bob.removed(g("Beam"))
      const subject = encodeURIComponent(context.secondSubject)
      const give = async (role: string) =>
        status(await context.api.put(`${ada.model.path}/members/${subject}`, { role }), 200)
      await give("NoAccess")
      for (const below of ["/changes", "/versions", "/session"]) {
        errorView(await bob.client.get(ada.model.path + below), 404, "ModelNotFound")
      }
      await give("Modeler")
      const session = await bob.session()
      same("kept", [session.at("cells"), session.at("deletedProducts")], [1, 1])
    }
  )
]
