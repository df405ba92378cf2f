import { useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { Invitation, ShownInvitation } from "../../api/Views.ts"
import { FormDialog } from "../../ui/Dialog.tsx"
import { Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { ShownOnce } from "../../ui/ShownOnce.tsx"
import { Table } from "../../ui/Table.tsx"
import { dated, texts } from "../InvitationTexts.ts"
import { heading } from "./Library.tsx"

const dayMillis = 24 * 3_600_000
const lifetimes = [1, 7, 30]
const roles = Object.entries(texts.roles).map(([value, label]) => ({ value, label }))

/** Dialog that is open over the list. */
type Open = { readonly doomed: Invitation } | { readonly url: string } | "new" | null

const New = (properties: {
  readonly base: string
  readonly made: (url: string) => void
  readonly close: () => void
}) => (
  <FormDialog
    title={texts.invitations.invite}
    about={texts.invitations.listAbout}
    button={texts.invitations.create}
    fields={[
      { name: "role", label: texts.invitations.role, value: "User", options: roles },
      {
        name: "days",
        label: texts.invitations.lasts,
        value: "7",
        options: lifetimes.map((days) => ({ value: String(days), label: texts.invitations.days(days) }))
      }
    ]}
    send={async ({ days, role }) => {
      const expiresAt = new Date(Date.now() + Number(days) * dayMillis - 60_000).toISOString()
      const answer = await call<ShownInvitation>("POST", properties.base, { body: { role, expiresAt } })
      if ("value" in answer) properties.made(answer.value.url)
      return answer
    }}
    done={() => {}}
    close={properties.close}
  />
)

const List = (properties: {
  readonly invitations: ReadonlyArray<Invitation>
  readonly remove: (doomed: Invitation) => void
}) => (
  <Table
    caption={texts.invitations.list}
    columns={[
      { label: texts.invitations.role, cell: ({ role }) => texts.roles[role] ?? role },
      { label: texts.invitations.by, cell: ({ createdBy }) => createdBy },
      { label: texts.invitations.expires, cell: ({ expiresAt }) => dated(expiresAt) },
      {
        label: texts.invitations.actions,
        isUnseen: true,
        cell: (invitation) => (
          <span class="rowbuttons">
            <button type="button" class="plain" onClick={() => properties.remove(invitation)}>
              {texts.invitations.withdraw}
            </button>
          </span>
        )
      }
    ]}
    rows={properties.invitations}
    keyOf={({ id }) => id}
  />
)

/** Renders the open invitations of a project, for its Owners. */
export const Invitations = ({ projectId }: { readonly projectId: string }) => {
  const base = `/projects/${projectId}/invitations`
  const loading = useLoaded(
    (signal) => call<{ readonly invitations: ReadonlyArray<Invitation> }>("GET", base, { signal }),
    []
  )
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const closeAnew = () => {
    close()
    loading.reload()
  }
  return (
    <>
      <div class="bar">
        <h3>{texts.invitations.list}</h3>
        <button type="button" onClick={() => setOpen("new")}>
          {texts.invitations.invite}
        </button>
      </div>
      <Loaded of={loading}>
        {({ invitations }) =>
          invitations.length === 0 ? (
            <p class="soft">{texts.invitations.noneOpen}</p>
          ) : (
            <List invitations={invitations} remove={(doomed) => setOpen({ doomed })} />
          )
        }
      </Loaded>
      {open === "new" && <New base={base} made={(url) => setOpen({ url })} close={closeAnew} />}
      {open !== null && open !== "new" && "url" in open && (
        <ShownOnce words={texts.invitations} secret={open.url} close={closeAnew} />
      )}
      {open !== null && open !== "new" && "doomed" in open && (
        <FormDialog
          title={texts.invitations.withdrawing(texts.roles[open.doomed.role] ?? open.doomed.role)}
          about={texts.invitations.withdrawAbout}
          button={texts.invitations.withdraw}
          isDangerous
          fields={[]}
          send={() => call("DELETE", `${base}/${open.doomed.id}`)}
          done={closeAnew}
          close={close}
          after={heading}
        />
      )}
    </>
  )
}
