import { useState } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Code, CodeLibrary, Modifications } from "../../../api/Views.ts"
import type { Answer } from "../../../api/Failure.ts"
import { saidOf } from "../Said.ts"
import { texts } from "../ModelTexts.ts"
import { enteredIn } from "../../../ui/Dialog.tsx"
import type { Editing } from "./Editing.ts"
import { told } from "./Modify.ts"

interface Named {
  readonly Identification: string
  readonly Name: string
}

const namedOf = (cell: unknown): ReadonlyArray<readonly [string, Named]> =>
  typeof cell === "object" && cell !== null ? Object.entries(cell as Readonly<Record<string, Named>>) : []

/** The codes of the project with this identification or name. */
const find = async (base: string, text: string): Promise<Answer<ReadonlyArray<string>>> => {
  const path = `${base.replace(/\/models\/.*/, "")}/codifications`
  const libraries = await call<{ readonly codificationLibraries: ReadonlyArray<CodeLibrary> }>("GET", path)
  if ("failure" in libraries) return libraries
  const found: Array<string> = []
  for (const { guid } of libraries.value.codificationLibraries) {
    const answer = await call<{ readonly codes: ReadonlyArray<Code> }>("GET", `${path}/${guid}`)
    if ("failure" in answer) return answer
    for (const code of answer.value.codes) if (code.identification === text || code.name === text) found.push(code.guid)
  }
  return { value: found }
}

/** The codes of products, each of which can be taken away, and a place for one more. */
export const Codes = (properties: {
  readonly editing: Editing
  readonly cell: unknown
  readonly guids: ReadonlyArray<string>
}) => {
  const { cell, editing, guids } = properties
  const [wrong, setWrong] = useState<string | null>(null)
  const send = async (verb: keyof Modifications, code: string) => {
    const found = await editing.modify({ [verb]: { Code: Object.fromEntries(guids.map((guid) => [guid, [code]])) } })
    setWrong(found === null ? null : "errors" in found ? told(found.errors, guids.length) : saidOf(found.failure))
    return found === null
  }
  const add = async (form: HTMLFormElement) => {
    const found = await find(editing.base, (enteredIn(form)["code"] ?? "").trim())
    if ("failure" in found) return setWrong(saidOf(found.failure))
    const [code] = found.value
    if (code === undefined) setWrong(texts.editing.unknownCode)
    else if (await send("addOrUpdate", code)) form.reset()
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
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          void add(event.currentTarget)
        }}
      >
        <input
          name="code"
          required
          aria-label={texts.editing.addCode}
          placeholder={texts.editing.codeHint}
          autocomplete="off"
        />
        <button>{texts.editing.addCode}</button>
      </form>
      {wrong !== null && (
        <span class="cell-fault" role="alert">
          {wrong}
        </span>
      )}
    </>
  )
}
