/** A span as it was sent, its attributes by their names. */
export interface TakenSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly name: string
  readonly kind: number
  readonly start: bigint
  readonly end: bigint
  readonly failed: boolean
  readonly attributes: Readonly<Record<string, unknown>>
}

interface WrittenAttribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}
interface WrittenSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code?: number }
  readonly attributes: ReadonlyArray<WrittenAttribute>
}
interface Written {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: ReadonlyArray<WrittenAttribute> }
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<WrittenSpan> }>
  }>
}

const attributesOf = (attributes: ReadonlyArray<WrittenAttribute>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const taken = ({ attributes, endTimeUnixNano, parentSpanId, startTimeUnixNano, status, ...span }: WrittenSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: parentSpanId ?? null,
  name: span.name,
  kind: span.kind,
  start: BigInt(startTimeUnixNano),
  end: BigInt(endTimeUnixNano),
  failed: status.code === 2,
  attributes: attributesOf(attributes)
})

/** A collector that keeps the spans it accepts. `answer` can make it refuse them. */
export const start = (answer: () => Response | Promise<Response> = () => Response.json({})) => {
  const spans: Array<TakenSpan> = []
  const texts: Array<string> = []
  const resources: Array<Readonly<Record<string, unknown>>> = []
  const headers: Array<Headers> = []
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      if (new URL(request.url).pathname !== "/v1/traces") return new Response(null, { status: 404 })
      const text = await request.text()
      const response = await answer()
      if (!response.ok) return response
      texts.push(text)
      headers.push(request.headers)
      for (const { resource, scopeSpans } of (JSON.parse(text) as Written).resourceSpans) {
        resources.push(attributesOf(resource.attributes))
        for (const { spans: some } of scopeSpans) spans.push(...some.map(taken))
      }
      return response
    }
  })
  /** Waits until `isWhole` holds for the spans of a trace, and returns them. */
  const trace = async (traceId: string, isWhole: (spans: ReadonlyArray<TakenSpan>) => boolean) => {
    for (;;) {
      const found = spans.filter((span) => span.traceId === traceId)
      if (isWhole(found)) return found
      await Bun.sleep(20)
    }
  }
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans,
    texts,
    resources,
    headers,
    trace,
    stop: () => server.stop(true)
  }
}
