/** One value with its labels. `suffix` is appended to the name of a histogram. */
export interface Sample {
  readonly suffix?: "_bucket" | "_sum" | "_count"
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: "counter" | "gauge" | "histogram"
  readonly samples: ReadonlyArray<Sample>
}

export const mediaType = "text/plain; version=0.0.4; charset=utf-8"

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")

const number = (value: number): string => {
  if (Number.isNaN(value)) return "NaN"
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf"
  return String(value)
}

const line = (name: string, { labels, suffix, value }: Sample): string => {
  const shown = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${suffix ?? ""}${shown.length === 0 ? "" : `{${shown.join(",")}}`} ${number(value)}\n`
}

/** Returns metrics as text for Prometheus. Source: Prometheus, exposition formats, text format 0.0.4. */
export const exposition = (metrics: ReadonlyArray<Metric>): string =>
  metrics
    .map(
      ({ help, name, samples, type }) =>
        `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n${samples
          .map((sample) => line(name, sample))
          .join("")}`
    )
    .join("")

/** Returns a gauge with one value, or with one value for each value of a label. */
export const gauge = (
  name: string,
  help: string,
  value: number | { readonly label: string; readonly values: Readonly<Record<string, number>> }
): Metric => ({
  name,
  help,
  type: "gauge",
  samples:
    typeof value === "number"
      ? [{ labels: {}, value }]
      : Object.entries(value.values).map(([text, one]) => ({ labels: { [value.label]: text }, value: one }))
})
