const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const

const formats = units.map(
  (unit) =>
    new Intl.NumberFormat(undefined, {
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
  return rounded >= 1000 && power < units.length - 1
    ? formats[power + 1]!.format(rounded / 1000)
    : formats[power]!.format(rounded)
}
