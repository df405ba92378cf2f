import { useRef, useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Code, Modifications } from "../../../api/Views.ts"
import type { Answer } from "../../../api/Failure.ts"
import { readLibraries } from "../../CodeLibraries.ts"
import { failureText } from "../FailureText.ts"
import { texts } from "../ModelTexts.ts"
import { projectOf } from "../Query.ts"
import { enteredIn } from "../../../ui/Dialog.tsx"
import type { Editing } from "./Editing.ts"
import { told } from "./Modify.ts"

interface Named {
  readonly Identification: string
  readonly Name: string
}

const namedOf = (cell: unknown): ReadonlyArray<readonly [string, Named]> =>
  typeof cell === "object" && cell !== null ? Object.entries(cell as Readonly<Record<string, Named>>) : []

/** Code that matches the search, and the label of its library. */
interface Hit {
  readonly code: Code
  readonly library: string
}

/** Returns the project's codes with this identification or name; several libraries may have it. */
const find = async (base: string, text: string): Promise<Answer<ReadonlyArray<Hit>>> => {
  const project = projectOf(base)
  const libraries = await readLibraries(project)
  if ("failure" in libraries) return libraries
  const found: Array<Hit> = []
  for (const { label, library } of libraries.value) {
    const path = `${project}/codifications/${library.guid}`
    const answer = await call<{ readonly codes: ReadonlyArray<Code> }>("GET", path)
    if ("failure" in answer) return answer
    for (const code of answer.value.codes) {
      if (code.identification === text || code.name === text) found.push({ code, library: label })
    }
  }
  return { value: found }
}

/** Renders the codes of products, which can be removed one by one, and a form to add one. */
export const Codes = (properties: {
  readonly editing: Editing
  readonly cell: unknown
  readonly guids: ReadonlyArray<string>
}) => {
  const { cell, editing, guids } = properties
  const [wrong, setWrong] = useState<string | null>(null)
  const [hits, setHits] = useState<ReadonlyArray<Hit>>([])
  const form = useRef<HTMLFormElement>(null)
  const send = async (verb: keyof Modifications, code: string) => {
    const found = await editing.modify({ [verb]: { Code: Object.fromEntries(guids.map((guid) => [guid, [code]])) } })
    setWrong(found === null ? null : "errors" in found ? told(found.errors, guids.length) : failureText(found.failure))
    return found === null
  }
  const add = async ({ code }: Hit) => {
    // The pressed button is about to disappear.
    form.current?.querySelector("input")?.focus()
    setHits([])
    if (await send("addOrUpdate", code.guid)) form.current?.reset()
  }
  const seek = async (text: string) => {
    setWrong(null)
    setHits([])
    const found = await find(editing.base, text)
    if ("failure" in found) return setWrong(failureText(found.failure))
    const [first, ...others] = found.value
    if (first === undefined) setWrong(texts.editing.unknownCode)
    else if (others.length === 0) await add(first)
    else setHits(found.value)
  }
  return (
    <>
      {namedOf(cell).map(([guid, { Identification, Name }]) => (
        <div key={guid}>
          {Identification} {Name}
          <button
            type="button"
            class="plain"
            aria-label={texts.editing.removeCode(Identification)}
            onClick={() => void send("delete", guid)}
          >
            ✕
          </button>
        </div>
      ))}
      <form
        ref={form}
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          void seek((enteredIn(event.currentTarget)["code"] ?? "").trim())
        }}
      >
        <input
          name="code"
          required
          aria-label={texts.editing.addCode}
          placeholder={texts.editing.codeHint}
          autocomplete="off"
          onInput={() => setHits([])}
        />
        <button>{texts.editing.addCode}</button>
      </form>
      <div role="status">
        {hits.length > 0 && (
          <>
            {texts.editing.severalCodes}
            <ul class="hits">
              {hits.map((hit) => (
                <li key={hit.code.guid}>
                  <button type="button" onClick={() => void add(hit)}>
                    {hit.library}: {hit.code.identification} {hit.code.name}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {wrong !== null && (
        <span class="cell-fault" role="alert">
          {wrong}
        </span>
      )}
    </>
  )
}
