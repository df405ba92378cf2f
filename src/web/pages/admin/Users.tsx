import { useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { Answer } from "../../api/Failure.ts"
import type { AdminUser, PasswordLink, UsersPage } from "../../api/Views.ts"
import { hasPasswords } from "../../signin/SignIn.ts"
import { timed } from "../../Texts.ts"
import { FormDialog } from "../../ui/Dialog.tsx"
import { Empty } from "../../ui/Loaded.tsx"
import { ShownOnce } from "../../ui/ShownOnce.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { useOwnSubject } from "../OwnSubject.ts"
import { heading } from "../project/Library.tsx"
import { dated } from "../TokenTexts.ts"
import { texts } from "./AdminTexts.ts"
import { Pages, Part, usePage } from "./Part.tsx"

const words = texts.users

/** Dialog that is open over the list. */
type Open =
  | { readonly kind: "add" }
  | { readonly kind: "shown"; readonly url: string }
  | { readonly kind: "link" | "revoke" | "delete"; readonly userId: string }

/** Returns an answer with a sentence of the page if a user without an account was meant. */
const explained = <A,>(answer: Answer<A>): Answer<A> =>
  "failure" in answer && answer.failure.code === "NotFound"
    ? { failure: { ...answer.failure, details: words.noAccount } }
    : answer

const pathOf = (userId: string): string => `/admin/users/${encodeURIComponent(userId)}`

interface WindowProperties {
  readonly open: Open
  readonly show: (url: string) => void
  readonly close: () => void
  /** Callback for a change, which closes the dialog and reads the list again. */
  readonly changed: () => void
  /** Shows a sentence above the list. */
  readonly tell: (sentence: string) => void
}

const Window = ({ changed, close, open, show, tell }: WindowProperties) => {
  const linked = async (path: string, body?: unknown) => {
    const answer = await call<PasswordLink>("POST", path, body === undefined ? {} : { body })
    if ("value" in answer) show(answer.value.url)
    return explained(answer)
  }
  if (open.kind === "shown") return <ShownOnce words={words} secret={open.url} close={changed} />
  if (open.kind === "add") {
    return (
      <FormDialog
        title={words.add}
        about={words.addAbout}
        button={words.add}
        fields={[{ name: "user", label: words.user, required: true }]}
        send={({ operator, user = "" }) =>
          linked("/admin/users", { userId: user.trim(), operator: operator !== undefined })
        }
        done={() => {}}
        close={close}
      >
        <label class="option">
          <input type="checkbox" name="operator" />
          <span>{words.makeOperator}</span>
        </label>
      </FormDialog>
    )
  }
  const { kind, userId } = open
  if (kind === "link") {
    return (
      <FormDialog
        title={words.linking(userId)}
        about={words.linkAbout}
        button={words.makeLink}
        fields={[]}
        send={() => linked(`${pathOf(userId)}/password`)}
        done={() => {}}
        close={close}
      />
    )
  }
  const isDeletion = kind === "delete"
  return (
    <FormDialog
      title={isDeletion ? words.deleting(userId) : words.revoking(userId)}
      about={isDeletion ? words.deleteAbout : words.revokeAbout}
      button={isDeletion ? texts.delete : words.revoke}
      isDangerous
      fields={[]}
      send={async () =>
        explained(await (isDeletion ? call("DELETE", pathOf(userId)) : call("POST", `${pathOf(userId)}/revoke`)))
      }
      done={() => {
        changed()
        tell(isDeletion ? words.deleted(userId) : words.revoked(userId))
      }}
      close={close}
      after={heading}
    />
  )
}

const columnsOf = (self: string | null, setOpen: (open: Open) => void): ReadonlyArray<Column<AdminUser>> => [
  {
    label: words.user,
    cell: ({ operator, userId }) => (
      <>
        <code>{userId}</code> {userId === self && <span class="tag">{texts.members.you}</span>}{" "}
        {operator && <span class="tag">{words.operator}</span>}
      </>
    )
  },
  { label: words.name, cell: ({ name }) => name },
  { label: words.created, cell: ({ createdAt }) => dated(createdAt) },
  {
    label: words.seen,
    cell: ({ lastSeenAt }) => (lastSeenAt === undefined ? <span class="soft">{words.never}</span> : timed(lastSeenAt))
  },
  {
    label: texts.actions,
    isUnseen: true,
    cell: ({ userId }) => {
      const button = (kind: "link" | "revoke" | "delete", text: string, label: string) => (
        <button type="button" class="plain" aria-label={label} onClick={() => setOpen({ kind, userId })}>
          {text}
        </button>
      )
      return (
        <span class="rowbuttons">
          {hasPasswords && button("link", words.link, words.linkOf(userId))}
          {button("revoke", words.revoke, words.revokeOf(userId))}
          {hasPasswords && button("delete", texts.delete, words.deleteOf(userId))}
        </span>
      )
    }
  }
]

/** Renders the users of the service, and what operators do for them. */
export const Users = () => {
  const loading = usePage<UsersPage>("/admin/users")
  const [open, setOpen] = useState<Open | null>(null)
  const [told, tell] = useState<string | null>(null)
  const self = useOwnSubject()
  const close = () => setOpen(null)
  const changed = () => {
    close()
    tell(null)
    loading.reload()
  }
  return (
    <>
      <Part
        title={texts.admin.tabs.users}
        loading={loading}
        buttons={
          hasPasswords && (
            <button type="button" class="primary" onClick={() => setOpen({ kind: "add" })}>
              {words.add}
            </button>
          )
        }
      >
        {(page) => (
          <>
            {!hasPasswords && <p class="soft">{words.provider}</p>}
            <p class="soft" role="status">
              {told}
            </p>
            {page.users.length === 0 ? (
              <Empty title={page.totalCount === 0 ? words.none : words.noneHere} />
            ) : (
              <Table
                caption={words.list}
                columns={columnsOf(self, setOpen)}
                rows={page.users}
                keyOf={({ userId }) => userId}
              />
            )}
            <Pages of={page} />
          </>
        )}
      </Part>
      {open !== null && (
        <Window
          key={open.kind}
          open={open}
          show={(url) => setOpen({ kind: "shown", url })}
          close={close}
          changed={changed}
          tell={tell}
        />
      )}
    </>
  )
}
