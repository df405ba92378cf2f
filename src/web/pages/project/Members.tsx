import { useState } from "preact/hooks"
import { go } from "../../address/Address.ts"
import { call } from "../../api/Call.ts"
import type { Member } from "../../api/Views.ts"
import { texts } from "./ProjectTexts.ts"
import { FormDialog } from "../../ui/Dialog.tsx"
import { Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { useOwnSubject } from "../OwnSubject.ts"
import { Bar, MayNot, RowButtons, useOpen } from "./Library.tsx"
import { NoMatch, useSearch } from "../../ui/Search.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { Invitations } from "./Invitations.tsx"
import { ProjectTokens } from "./ProjectTokens.tsx"
import type { PartProperties } from "./Part.ts"

/** Provides a form whose request path depends on its input. */
const useAdd = (base: string, changed: () => void) => {
  const [isOpen, setOpen] = useState(false)
  const window = isOpen && (
    <FormDialog
      title={texts.members.add}
      about={texts.members.addAbout}
      button={texts.members.add}
      fields={[
        { name: "subject", label: texts.members.subject, required: true },
        { name: "role", label: texts.members.role, value: "Contributor", options: roles }
      ]}
      send={({ role, subject = "" }) =>
        call("PUT", `${base}/${encodeURIComponent(subject.trim())}`, { body: { role } })
      }
      done={() => {
        setOpen(false)
        changed()
      }}
      close={() => setOpen(false)}
    />
  )
  return [() => setOpen(true), window] as const
}

const roles = Object.entries(texts.roles).map(([value, label]) => ({ value, label }))

/** Renders the members of a project. */
export const Members = ({ project }: PartProperties) => {
  const base = `/projects/${project.id}/members`
  const loading = useLoaded((signal) => call<{ readonly members: ReadonlyArray<Member> }>("GET", base, { signal }), [])
  const { setOpen, window } = useOpen(loading.reload)
  const { has, input, sought } = useSearch()
  const isOwner = project.role === "Owner"
  const self = useOwnSubject()
  const leaving = useOpen(() => go("/"))
  const pathOf = (userId: string) => `${base}/${encodeURIComponent(userId)}`
  const change = ({ role, userId }: Member) =>
    setOpen({
      draft: {
        title: texts.members.change(userId),
        method: "PUT",
        path: pathOf(userId),
        fields: [{ name: "role", label: texts.members.role, value: role, options: roles }],
        body: (entered) => entered
      }
    })
  const remove = ({ userId }: Member) => {
    const doomed = { path: pathOf(userId), name: userId, about: texts.members.removeAbout }
    if (userId === self) leaving.setOpen({ doomed: { ...doomed, about: texts.members.leaveAbout } })
    else setOpen({ doomed })
  }
  const [add, addWindow] = useAdd(base, loading.reload)
  const columns: ReadonlyArray<Column<Member>> = [
    {
      label: texts.members.subject,
      cell: ({ userId }) => (
        <>
          <code>{userId}</code> {userId === self && <span class="tag">{texts.members.you}</span>}
        </>
      )
    },
    { label: texts.projects.name, cell: ({ name }) => name },
    { label: texts.members.role, cell: ({ role }) => texts.roles[role] ?? role },
    {
      label: texts.actions,
      isUnseen: true,
      cell: (member) =>
        (isOwner || member.userId === self) && (
          <RowButtons
            name={member.userId}
            {...(isOwner ? { change: () => change(member) } : {})}
            remove={() => remove(member)}
          />
        )
    }
  ]
  return (
    <>
      <Bar title={texts.project.tabs.members}>
        {input}
        {isOwner && (
          <button type="button" class="primary" onClick={add}>
            {texts.members.add}
          </button>
        )}
      </Bar>
      {!isOwner && <MayNot why={texts.members.mayNot} />}
      <Loaded of={loading}>
        {({ members }) => {
          const shown = members.filter(({ name, userId }) => has(name, userId))
          return shown.length === 0 ? (
            <NoMatch sought={sought} />
          ) : (
            <Table caption={texts.project.tabs.members} columns={columns} rows={shown} keyOf={({ userId }) => userId} />
          )
        }}
      </Loaded>
      {isOwner && <Invitations projectId={project.id} />}
      {isOwner && <ProjectTokens projectId={project.id} />}
      {leaving.window}
      {window}
      {addWindow}
    </>
  )
}
