import { numberFormat } from "../words/Format.ts"

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const

const formats = units.map((unit) =>
  numberFormat({
    style: "unit",
    unit,
    unitDisplay: unit === "byte" ? "long" : "short",
    maximumSignificantDigits: 3
  })
)

/** Formats a number of bytes in the user's locale, to three digits, such as "26.9 MB". */
export const sized = (bytes: number): string => {
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  // 999,950 bytes are 1 MB when rounded to three digits, and not 1,000 kB.
  const rounded = Number((bytes / 1000 ** power).toPrecision(3))
  return rounded >= 1000 && power < units.length - 1 ? formats[power + 1]!(rounded / 1000) : formats[power]!(rounded)
}

const whole = (unit: "second" | "minute" | "hour"): ((value: number) => string) =>
  numberFormat({ style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 0 })

const [seconds, minutes, hours] = [whole("second"), whole("minute"), whole("hour")]

/** Formats a duration in milliseconds with its two largest units, such as "3 min 20 sec". */
export const lasted = (milliseconds: number): string => {
  const all = Math.max(0, Math.round(milliseconds / 1000))
  if (all < 60) return seconds(all)
  if (all < 3600) return `${minutes(Math.floor(all / 60))} ${seconds(all % 60)}`
  return `${hours(Math.floor(all / 3600))} ${minutes(Math.floor((all % 3600) / 60))}`
}

const kilometres = numberFormat({ style: "unit", unit: "kilometer", maximumSignificantDigits: 3 })
const metres = numberFormat({ style: "unit", unit: "meter", maximumFractionDigits: 1 })

/** Formats a distance in metres; one of a kilometre or more in kilometres. */
export const distance = (length: number): string => (length >= 1000 ? kilometres(length / 1000) : metres(length))
