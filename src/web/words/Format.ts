import { locale } from "./Language.ts"

/* Numbers, units, dates and the order of names in the locale of the page. Other modules make formatters by `numberFormat` only. */

/** Returns a formatter of numbers. */
export const numberFormat = (options: Intl.NumberFormatOptions = {}): ((value: number) => string) => {
  const format = new Intl.NumberFormat(locale, options)
  return (value) => format.format(value)
}

/** Returns a formatter of times (RFC 3339), in the user's time zone unless another is given. */
const time = (options: Intl.DateTimeFormatOptions): ((text: string) => string) => {
  const format = new Intl.DateTimeFormat(locale, options)
  return (text) => format.format(new Date(text))
}

/** Formats a whole number. */
export const counted = numberFormat()

/** Formats a number with at most three decimals. */
export const decimal = numberFormat({ maximumFractionDigits: 3 })

const small = numberFormat({ maximumSignificantDigits: 3 })

/** Formats a measure with three decimals; below a hundredth, with three significant digits. */
export const measured = (value: number): string => (Math.abs(value) < 0.01 ? small : decimal)(value)

/** Formats a number with all of its digits. */
export const exact = numberFormat({ maximumSignificantDigits: 15 })

const share = numberFormat({ style: "percent" })

/** Formats a whole number of percent. */
export const inPercent = (value: number): string => share(value / 100)

const kilobyte = numberFormat({ style: "unit", unit: "kilobyte", maximumFractionDigits: 0 })

/** Formats a number of bytes in kilobytes. */
export const kilobytes = (bytes: number): string => kilobyte(bytes / 1000)

const megabyte = numberFormat({ style: "unit", unit: "megabyte", maximumFractionDigits: 1 })

/** Formats a number of bytes in megabytes. */
export const megabytes = (bytes: number): string => megabyte(bytes / 1e6)

/** Formats a length in metres. */
export const metres = numberFormat({ style: "unit", unit: "meter", maximumFractionDigits: 3 })

/** Formats a number of milliseconds. */
export const milliseconds = numberFormat({ style: "unit", unit: "millisecond" })

/** The character between the whole part and the decimals of a number. */
export const decimalPoint =
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? "."

/** Formats a time to the minute. */
export const timed = time({ dateStyle: "medium", timeStyle: "short" })

/** Formats a time to the second. */
export const timedExactly = time({ dateStyle: "medium", timeStyle: "medium" })

/** Formats the day of a time. */
export const dated = time({ dateStyle: "medium" })

/** Formats the day of a time in UTC, so that it is the same everywhere. */
export const dayOf = time({ dateStyle: "medium", timeZone: "UTC" })

/** Returns the order of day, month and year in dates, such as `dmy`. */
export const dateOrder = (): string =>
  new Intl.DateTimeFormat(locale)
    .formatToParts(0)
    .map(({ type }) => (/^(?:day|month|year)$/.test(type) ? type[0] : ""))
    .join("")

/** Compares names as people order them: `2` comes before `10`. */
export const compareNames = new Intl.Collator(locale, { numeric: true }).compare
