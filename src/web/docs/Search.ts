import { effect, signal } from "@preact/signals"
import type { Operation } from "./Library.ts"
import { shownGuide } from "./Place.ts"

const box = document.querySelector<HTMLInputElement>("#search")!

/** The text in the box of the search. */
export const search = signal(new URLSearchParams(location.search).get("q") ?? "")

/** How many operations the search finds. */
export const found = signal(0)

/** Returns whether an operation has all words of a search in its path, method, names or group. */
export const matches = (sought: string, tag: string, operation: Operation): boolean => {
  const text = [
    operation.get("method"),
    operation.get("path"),
    operation.getIn(["operation", "summary"]),
    operation.getIn(["operation", "operationId"]),
    tag
  ]
    .join(" ")
    .toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Keeps the search in the address, so that it can be linked to. */
export const watchSearch = (): void => {
  box.value = search.value
  box.addEventListener("input", () => {
    search.value = box.value
    const url = new URL(location.href)
    if (box.value === "") url.searchParams.delete("q")
    else url.searchParams.set("q", box.value)
    history.replaceState(null, "", url)
    // Only operations are searched, not guides.
    if (shownGuide() !== null) location.hash = "#/"
  })
  effect(() => {
    document.body.classList.toggle("searching", search.value !== "")
    document.getElementById("found")!.textContent = search.value === "" ? "" : `${found.value} found`
  })
}
