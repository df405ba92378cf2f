import type { NamedFile } from "../api/Call.ts"

/** Lets the browser save a file. */
export const save = ({ content, name }: NamedFile): void => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
