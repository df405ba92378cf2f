import type { ComponentChildren } from "preact"
import { useRef, useState } from "preact/hooks"
import { texts } from "./FileTexts.ts"

/** File types that the file dialog offers first; the service decides which files it accepts. */
const offered = ".ifc,.ifczip,.zip,.3dm,.rvt,.skp"

/** Renders an area in which files can be dropped or chosen. */
export const Files = ({
  button,
  children,
  isOne = false,
  take
}: {
  readonly button: string
  /** Explains what happens to the files. */
  readonly children: ComponentChildren
  /** Whether only one file is accepted at a time. */
  readonly isOne?: boolean
  readonly take: (files: ReadonlyArray<File>) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const given = (files: FileList | null | undefined) => {
    const all = [...(files ?? [])]
    setRefused(isOne && all.length > 1)
    if (!isOne || all.length === 1) take(all)
  }
  return (
    <div
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        given(event.dataTransfer?.files)
      }}
    >
      <span>{isOne ? texts.upload.dropOne : texts.upload.drop}</span>
      <button type="button" class={isOne ? "" : "primary"} onClick={() => input.current?.click()}>
        {button}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isOne}
        aria-label={button}
        accept={offered}
        onChange={({ currentTarget }) => {
          given(currentTarget.files)
          currentTarget.value = ""
        }}
      />
      <small>{children}</small>
      {isRefused && (
        <span class="fault" role="alert">
          {texts.upload.oneAtATime}
        </span>
      )}
    </div>
  )
}
