import { useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { AdminClient, ClientsPage, ShownClient } from "../../api/Views.ts"
import { type Entered, FormDialog } from "../../ui/Dialog.tsx"
import { Empty } from "../../ui/Loaded.tsx"
import { ShownOnce } from "../../ui/ShownOnce.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { heading } from "../project/Library.tsx"
import { ScopeBoxes } from "../ScopeBoxes.tsx"
import { texts } from "./AdminTexts.ts"
import { Pages, Part, usePage } from "./Part.tsx"

const words = texts.clients

const scopes = [
  "projects:read",
  "projects:write",
  "models:read",
  "models:write",
  "libraries:read",
  "libraries:write",
  "admin"
] as const

/** Dialog that is open over the list. */
type Open =
  | { readonly kind: "add" }
  | { readonly kind: "shown"; readonly secret: string }
  | { readonly kind: "delete"; readonly id: string }

const bodyOf = (entered: Entered) => ({
  id: entered["id"]?.trim(),
  redirectUris: (entered["uris"] ?? "").split(/\s+/).filter((uri) => uri !== ""),
  scopes: scopes.filter((scope) => entered[`scope ${scope}`] !== undefined),
  secret: entered["secret"] !== undefined
})

const New = (properties: { readonly added: (client: ShownClient) => void; readonly close: () => void }) => (
  <FormDialog
    title={words.add}
    button={words.add}
    fields={[
      { name: "id", label: words.id, required: true },
      { name: "uris", label: words.uris, type: "long", required: true, hint: words.urisHint }
    ]}
    send={async (entered) => {
      const answer = await call<ShownClient>("POST", "/admin/clients", { body: bodyOf(entered) })
      if ("value" in answer) properties.added(answer.value)
      return answer
    }}
    done={() => {}}
    close={properties.close}
  >
    <ScopeBoxes scopes={scopes} isUsual={(scope) => scope !== "admin"} />
    <label class="option">
      <input type="checkbox" name="secret" />
      <span>{words.withSecret}</span>
    </label>
  </FormDialog>
)

const columnsOf = (setOpen: (open: Open) => void): ReadonlyArray<Column<AdminClient>> => [
  {
    label: words.id,
    cell: ({ id, name, selfRegistered }) => (
      <span class="lines">
        <code>{id}</code>
        {selfRegistered && (
          <span>
            <span class="tag">{words.registered}</span>
          </span>
        )}
        {name !== undefined && <bdi>{words.claimed(name)}</bdi>}
      </span>
    )
  },
  {
    label: words.uris,
    cell: ({ redirectUris }) => (
      <span class="lines">
        {redirectUris.map((uri) => (
          <code key={uri}>{uri}</code>
        ))}
      </span>
    )
  },
  { label: words.scopes, cell: (client) => <code>{client.scopes.join(" ")}</code> },
  { label: words.secret, cell: ({ hasSecret }) => (hasSecret ? words.has : words.hasNone) },
  {
    label: texts.actions,
    isUnseen: true,
    cell: ({ id }) => (
      <span class="rowbuttons">
        <button
          type="button"
          class="plain"
          aria-label={words.deleteOf(id)}
          onClick={() => setOpen({ kind: "delete", id })}
        >
          {texts.delete}
        </button>
      </span>
    )
  }
]

/** Renders the registered clients: programs that sign people in. */
export const Clients = () => {
  const loading = usePage<ClientsPage>("/admin/clients")
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const changed = () => {
    close()
    loading.reload()
  }
  return (
    <>
      <Part
        title={texts.admin.tabs.clients}
        loading={loading}
        buttons={
          <button type="button" class="primary" onClick={() => setOpen({ kind: "add" })}>
            {words.add}
          </button>
        }
      >
        {(page) => (
          <>
            {page.clients.length === 0 ? (
              <Empty title={page.totalCount === 0 ? words.none : words.noneHere}>
                <p>{words.noneHint}</p>
              </Empty>
            ) : (
              <Table caption={words.list} columns={columnsOf(setOpen)} rows={page.clients} keyOf={({ id }) => id} />
            )}
            <Pages of={page} />
          </>
        )}
      </Part>
      {open?.kind === "add" && (
        <New
          added={({ secret }) => (secret === undefined ? changed() : setOpen({ kind: "shown", secret }))}
          close={close}
        />
      )}
      {open?.kind === "shown" && <ShownOnce words={words} secret={open.secret} close={changed} />}
      {open?.kind === "delete" && (
        <FormDialog
          title={words.deleting(open.id)}
          about={words.deleteAbout}
          button={texts.delete}
          isDangerous
          fields={[]}
          send={() => call("DELETE", `/admin/clients/${encodeURIComponent(open.id)}`)}
          done={changed}
          close={close}
          after={heading}
        />
      )}
    </>
  )
}
