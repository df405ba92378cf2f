import { useRef, useState } from "preact/hooks"
import type { RequirementsDocument } from "../../../../sdk/plinth.ts"
import { call } from "../../api/Call.ts"
import type { Failure } from "../../api/Failure.ts"
import { FormDialog } from "../../ui/Dialog.tsx"
import { Empty, Fault, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { type Column, Table } from "../../ui/Table.tsx"
import { counted } from "../../words/Format.ts"
import { texts } from "../CheckTexts.ts"
import { Bar, heading } from "./Library.tsx"
import { mayWrite, type PartProperties } from "./Part.ts"

const words = texts.requirements

interface Listed {
  readonly requirements: ReadonlyArray<RequirementsDocument>
}

/** Renders what a document asks for, in sentences. */
const Specifications = ({ document }: { readonly document: RequirementsDocument }) => (
  <section aria-label={document.title} class="asked">
    <h3>{document.title}</h3>
    {document.description !== undefined && <p>{document.description}</p>}
    {document.purpose !== undefined && <p class="soft">{document.purpose}</p>}
    <dl class="specifications">
      {document.specifications.map(({ identifier, name, necessity, text }, i) => (
        <div key={i}>
          <dt>
            {name} {identifier !== undefined && <code>{identifier}</code>}{" "}
            <span class="tag">{words.necessity(necessity)}</span>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    {document.warnings.length > 0 && (
      <>
        <p class="suspect">{words.warnings(document.warnings.length)}</p>
        <ul>
          {document.warnings.map(({ specification, text }, i) => (
            <li key={i}>
              {specification}: {text}
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
)

/** Renders the button that adds a document, and why one was refused. */
const Add = ({ base, added }: { readonly base: string; readonly added: () => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async (file: File) => {
    setFailure(null)
    const answer = await call("POST", base, { body: file, headers: { "content-type": "application/xml" } })
    if ("failure" in answer) return setFailure(answer.failure)
    added()
  }
  return (
    <>
      <button type="button" class="primary" onClick={() => input.current?.click()}>
        {words.add}
      </button>
      <input
        ref={input}
        type="file"
        accept=".ids,.xml"
        aria-label={words.add}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ""
          if (file !== undefined) void send(file)
        }}
      />
      {failure !== null && <Fault failure={failure} />}
    </>
  )
}

interface ActionProperties {
  readonly base: string
  readonly document: RequirementsDocument
  readonly mayChange: boolean
  readonly isShown: boolean
  readonly show: () => void
  readonly remove: () => void
  readonly changed: () => void
}

/** Renders the buttons of a document, and why its automatic checks could not be turned on or off. */
const Actions = ({ base, changed, document, isShown, mayChange, remove, show }: ActionProperties) => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const { autoCheck, id, title } = document
  const turn = async () => {
    const answer = await call("PUT", `${base}/${id}`, { body: { autoCheck: !autoCheck } })
    if ("failure" in answer) return setFailure(answer.failure)
    setFailure(null)
    changed()
  }
  const turning = autoCheck ? words.turnOff : words.turnOn
  return (
    <>
      <span class="rowbuttons">
        <button
          type="button"
          class="plain"
          aria-pressed={isShown}
          aria-label={`${words.look}: ${title}`}
          onClick={show}
        >
          {words.look}
        </button>
        {mayChange && (
          <>
            <button type="button" class="plain" aria-label={`${turning}: ${title}`} onClick={() => void turn()}>
              {turning}
            </button>
            <button type="button" class="plain" aria-label={`${texts.delete}: ${title}`} onClick={remove}>
              {texts.delete}
            </button>
          </>
        )}
      </span>
      {failure !== null && <Fault failure={failure} />}
    </>
  )
}

/** The columns that say what a document is; that of the buttons follows them. */
const columns: ReadonlyArray<Column<RequirementsDocument>> = [
  {
    label: words.document,
    cell: ({ author, title, version }) => (
      <>
        {title} {version !== undefined && <small>{version}</small>}
        {author !== undefined && <div class="soft">{words.by(author)}</div>}
      </>
    )
  },
  { label: words.specifications, isNumber: true, cell: ({ specifications }) => counted(specifications.length) },
  {
    label: words.auto,
    cell: ({ autoCheck, models, tags }) => (
      <>
        {autoCheck ? words.on : words.off}{" "}
        {(models !== undefined || tags !== undefined) && <span class="soft">{words.ofSome}</span>}
      </>
    )
  }
]

/** Renders the documents of requirements of a project. */
export const Requirements = ({ project }: PartProperties) => {
  const base = `/projects/${project.id}/requirements`
  const loading = useLoaded((signal) => call<Listed>("GET", base, { signal }), [base])
  const [shown, setShown] = useState<number | null>(null)
  const [removing, setRemoving] = useState<RequirementsDocument | null>(null)
  const mayChange = mayWrite(project)
  return (
    <>
      <Bar title={words.title}>{mayChange && <Add base={base} added={loading.reload} />}</Bar>
      <p class="soft">{mayChange ? words.about : words.mayNot}</p>
      <Loaded of={loading}>
        {({ requirements }) => {
          const chosen = requirements.find(({ id }) => id === shown)
          return requirements.length === 0 ? (
            <Empty title={words.none}>
              <p>{words.noneHint}</p>
            </Empty>
          ) : (
            <>
              <div class="requirements">
                <Table
                  caption={words.list}
                  rows={requirements}
                  keyOf={({ id }) => id}
                  columns={[
                    ...columns,
                    {
                      label: words.actions,
                      isUnseen: true,
                      cell: (document) => (
                        <Actions
                          base={base}
                          document={document}
                          mayChange={mayChange}
                          isShown={shown === document.id}
                          show={() => setShown(shown === document.id ? null : document.id)}
                          remove={() => setRemoving(document)}
                          changed={loading.reload}
                        />
                      )
                    }
                  ]}
                />
              </div>
              {chosen !== undefined && <Specifications document={chosen} />}
            </>
          )
        }}
      </Loaded>
      {removing !== null && (
        <FormDialog
          title={words.deleting(removing.title)}
          about={words.deleteAbout}
          button={texts.delete}
          isDangerous
          fields={[]}
          send={() => call("DELETE", `${base}/${removing.id}`)}
          done={() => {
            setRemoving(null)
            loading.reload()
          }}
          close={() => setRemoving(null)}
          after={heading}
        />
      )}
    </>
  )
}
