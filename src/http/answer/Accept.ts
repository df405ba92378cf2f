interface Range {
  readonly type: string
  /** The quality value, between 0 (not acceptable) and 1. */
  readonly quality: number
}

const rangeOf = (text: string): Range => {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith("q="))
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
}

/**
 * Returns the quality of the most specific range that names the media type, and whether that range names it in full.
 */
const qualityOf = (ranges: ReadonlyArray<Range>, mediaType: string) => {
  for (const type of [mediaType, `${mediaType.split("/")[0]}/*`, "*/*"]) {
    const found = ranges.find((range) => range.type === type)
    if (found !== undefined) return { quality: found.quality, isNamed: type === mediaType }
  }
  return { quality: 0, isNamed: false }
}

/**
 * Returns whether a client prefers HTML to JSON (RFC 9110, section 12.5.1), as browsers do. If it accepts both equally,
 * it gets HTML only if it names HTML and does not name JSON.
 */
export const prefersHtml = (header: string): boolean => {
  const ranges = header.toLowerCase().split(",").map(rangeOf)
  const html = qualityOf(ranges, "text/html")
  const json = qualityOf(ranges, "application/json")
  if (html.quality !== json.quality) return html.quality > json.quality
  return html.quality > 0 && html.isNamed && !json.isNamed
}

/**
 * Returns the type that a client names in full and prefers to JSON, or null if there is none. Of several with the same
 * quality, the first one is returned. JSON comes first if it is named with the same quality.
 */
export const namedType = <Type extends string>(header: string, types: ReadonlyArray<Type>): Type | null => {
  const ranges = header.toLowerCase().split(",").map(rangeOf)
  const json = qualityOf(ranges, "application/json")
  let best: { readonly type: Type; readonly quality: number } | null = null
  for (const { quality, type } of ranges) {
    const found = types.find((one) => one === type)
    if (found === undefined || quality === 0 || quality <= (best?.quality ?? 0)) continue
    if (json.isNamed ? quality > json.quality : quality >= json.quality) best = { type: found, quality }
  }
  return best?.type ?? null
}

/** Returns whether a client names server-sent events, and does not prefer JSON. */
export const prefersEvents = (header: string): boolean => {
  const ranges = header.toLowerCase().split(",").map(rangeOf)
  const events = qualityOf(ranges, "text/event-stream")
  const json = ranges.find(({ type }) => type === "application/json")
  return events.isNamed && events.quality > 0 && events.quality >= (json?.quality ?? 0)
}
