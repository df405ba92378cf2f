import type { SheetFormat } from "../../sheets/write/SheetFile.ts"
import { fileTypes, formats } from "../call/FileTypes.ts"
import { namedType } from "./Accept.ts"

/** Returns the format that a client asks for by its header `Accept`, or null for JSON. */
export const formatOf = (accept: string | null): SheetFormat | null => {
  const type = accept === null ? null : namedType(accept, fileTypes)
  if (type === null) return null
  return Object.entries(formats).find(([, format]) => format.type === type)![0] as SheetFormat
}

/** Returns whether files of a format become smaller by compression. */
export const isCompressible = (format: SheetFormat): boolean => formats[format].isPlain

/** Characters that file systems or headers do not take. */
const wrong = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}"*/:<>?\\|]+/gu

/** Characters that an extended value has as they are (RFC 8187, `attr-char`), besides letters and digits. */
const unescaped = /[!'()*]/g

/**
 * Returns the header `Content-Disposition` of a file with this name and day. Clients that do not know the extended form
 * get the name with `_` for characters beyond ASCII.
 *
 * Source: RFC 6266.
 */
const dispositionOf = (name: string, day: string, extension: string): string => {
  const safe = name.replaceAll(wrong, " ").replaceAll(/\s+/g, " ").trim().replace(/^\.+/, "").slice(0, 150) || "table"
  const whole = `${safe.toWellFormed()} ${day}.${extension}`
  const ascii = whole.replaceAll(/[^\x20-\x7e]|%/gu, "_")
  const extended = encodeURIComponent(whole).replaceAll(
    unescaped,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`
}

/** Returns the headers of a file. `time` is an ISO text. */
export const fileHeaders = (format: SheetFormat, name: string, time: string): Readonly<Record<string, string>> => ({
  "content-type": formats[format].shown,
  "content-disposition": dispositionOf(name, time.slice(0, 10), formats[format].extension),
  "content-security-policy": "sandbox",
  "cache-control": "no-store"
})
