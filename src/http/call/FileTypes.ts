/** The formats of answers as files: media type, extension, and whether compression makes them smaller. */
export const formats = {
  csv: { type: "text/csv", shown: "text/csv; charset=utf-8", extension: "csv", isPlain: true },
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    shown: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extension: "xlsx",
    isPlain: false
  },
  parquet: {
    type: "application/vnd.apache.parquet",
    shown: "application/vnd.apache.parquet",
    extension: "parquet",
    isPlain: false
  },
  arrow: {
    type: "application/vnd.apache.arrow.stream",
    shown: "application/vnd.apache.arrow.stream",
    extension: "arrows",
    isPlain: true
  },
  ndjson: { type: "application/x-ndjson", shown: "application/x-ndjson", extension: "ndjson", isPlain: true }
} as const

/** The media types of answers as files. */
export const fileTypes = Object.values(formats).map(({ type }) => type)
