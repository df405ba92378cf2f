import { useState } from "preact/hooks"
import { type Answer, failureOf } from "../../api/Failure.ts"
import { counted } from "../../Texts.ts"
import { texts } from "../../upload/FileTexts.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import { Loaded, useLoaded } from "../../ui/Loaded.tsx"

/** Entries of one kind in a report: their number, and the first of them. */
interface Listed {
  readonly count: number
  readonly first: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const isListed = (value: unknown): value is Listed =>
  typeof value === "object" && value !== null && "count" in value && "first" in value

/** Largest number of rows of a table that is initially open. */
const mostOpen = 12

const titleOf = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return texts.report.parts[name] ?? words.slice(0, 1).toUpperCase() + words.slice(1)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a member lists or counts nothing. */
const isNothing = (value: unknown): boolean =>
  isObject(value) && (isListed(value) ? value.count === 0 : Object.keys(value).length === 0)

const isCounts = (value: unknown): value is Readonly<Record<string, number>> =>
  isObject(value) && Object.values(value).every((one) => typeof one === "number")

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? Object.values(value).map(textOf).join(" · ")
    : typeof value === "number"
      ? counted(value)
      : String(value)

/** Renders a member of a report of any type, because reports get new members. */
const Part = ({ name, value }: { readonly name: string; readonly value: unknown }) => {
  if (name === "incomplete") return value === true ? <p class="warning">{titleOf(name)}</p> : null
  // A list of nothing would be a control that opens nothing.
  if (isNothing(value)) {
    return (
      <p>
        {titleOf(name)}: {counted(0)}
      </p>
    )
  }
  if (isListed(value)) {
    return (
      <details>
        <summary>
          {titleOf(name)}: {counted(value.count)}
        </summary>
        <ul>
          {value.first.map((one, n) => (
            <li key={n}>{textOf(one)}</li>
          ))}
        </ul>
        {value.count > value.first.length && (
          <p class="soft">{texts.report.more(counted(value.count - value.first.length))}</p>
        )}
      </details>
    )
  }
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  if (isCounts(value)) {
    const counts = Object.entries(value)
    return (
      <details open={counts.length <= mostOpen}>
        <summary>
          {titleOf(name)}: {counted(counts.reduce((sum, [, count]) => sum + count, 0))}
        </summary>
        <table class="list">
          <tbody>
            {counts.map(([word, count]) => (
              <tr key={word}>
                <th scope="row">{word}</th>
                <td class="number">{counted(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    )
  }
  if (isObject(value)) {
    return (
      <section>
        <h3>{titleOf(name)}</h3>
        {Object.entries(value).map(([member, one]) => (
          <Part key={member} name={member} value={one} />
        ))}
      </section>
    )
  }
  return (
    <p>
      {titleOf(name)}: {Array.isArray(value) ? value.map(textOf).join("; ") : textOf(value)}
    </p>
  )
}

type Members = Readonly<Record<string, unknown>>

/** Reads the report at a URL. */
export const readReport = async (url: string, signal: AbortSignal): Promise<Answer<Members>> => {
  try {
    const response = await fetch(url, { signal })
    const text = await response.text()
    return response.ok
      ? { value: JSON.parse(text) as Members }
      : { failure: failureOf(response.status, text, response.headers.get("x-request-id")) }
  } catch {
    return { failure: { status: 0, code: "Away", details: texts.report.broken, requestId: null } }
  }
}

/** Renders the report at a URL. */
export const ReportBody = ({ url }: { readonly url: string }) => {
  const loading = useLoaded((signal) => readReport(url, signal), [url])
  return (
    <Loaded of={loading}>
      {(report) => (
        <div class="report">
          {Object.entries(report).map(([name, value]) => (
            <Part key={name} name={name} value={value} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

/** Renders a button that opens an import report: what was imported, and what was not. */
export const ReportButton = ({ url }: { readonly url: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {texts.report.title}
      </button>
      {isOpen && (
        <Dialog title={texts.report.title} close={() => setOpen(false)}>
          <ReportBody url={url} />
        </Dialog>
      )}
    </>
  )
}
