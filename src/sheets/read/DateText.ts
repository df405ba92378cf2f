import type { DateKind } from "./DateFormats.ts"
import type { SheetCell } from "./Sheet.ts"

const day = 86_400_000
/** The first day that is not supported, because Excel ends with the year 9999. */
const end = Date.UTC(10_000, 0, 1)

/**
 * Returns the time of day 0 in milliseconds. It depends on whether the days are after the leap day that Excel wrongly
 * gives the year 1900.
 */
const startOf = (days: number, isFrom1904: boolean): number => {
  if (isFrom1904) return Date.UTC(1904, 0, 1)
  return days < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
}

/**
 * Returns the ISO text of a number of days: a date, with the time if it is not midnight, or a time of day alone.
 * Returns a fault for days outside of the calendar.
 */
export const dateTextOf = (days: number, kind: Exclude<DateKind, null>, isFrom1904: boolean): SheetCell => {
  const milliseconds = Math.round(days * day)
  const whole = Math.floor(milliseconds / day)
  if (!isFrom1904 && whole === 60) return { fault: "The cell shows 1900-02-29, a day that does not exist." }
  const time = startOf(whole, isFrom1904) + milliseconds
  if (!(days >= 0 && time < end)) return { fault: `The number ${days} of the cell is no date.` }
  const [date, clock] = new Date(time)
    .toISOString()
    .replace(/(?:\.000)?Z$/, "")
    .split("T") as [string, string]
  if (whole === 0 && (kind === "time" || !isFrom1904)) return clock
  return milliseconds % day === 0 ? date : `${date}T${clock}`
}
