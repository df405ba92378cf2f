import { counted, timed } from "../../../Texts.ts"
import { inLanguage } from "../../../words/Words.ts"
import { texts as shared } from "../operations/OperationTexts.ts"

/** English texts of the models of a project. */
export const words = {
  cards: {
    list: "Models of the project",
    order: "Sort by",
    orders: { name: "By name", date: "Newest first", size: "Largest first" },
    view: "Show as",
    views: { cards: "Cards", list: "List" },
    pin: "Pin",
    pinOf: (name: string): string => `Pin ${name}`,
    pinHint: "Pinned models come first, in this browser alone",
    picture: "Picture",
    name: "Name",
    version: "Version",
    changed: "Changed",
    by: "By",
    products: "Products",
    size: "Size",
    schema: "Schema",
    tags: "Tags",
    /** Time and person of the latest version. */
    changedBy: (at: string, person: string): string => `${timed(at)} by ${person}`,
    countOf: (products: number): string => (products === 1 ? "1 product" : `${counted(products)} products`),
    waiting: "Waiting to be imported",
    importing: "Being imported",
    newFileWaiting: "A new file waits to be imported",
    newFileImporting: "A new file is being imported",
    failed: "The import failed",
    newFileFailed: "The last new file could not be imported",
    startedBy: (at: string, person: string): string => `${timed(at)} by ${person}`,
    hide: "Hide",
    hideOf: (name: string): string => `Hide the failed import of ${name}`
  }
} as const

/** All texts of the models of a project, with those about operations. */
export const texts = { ...shared, ...inLanguage(words, (german) => german.cards) }
