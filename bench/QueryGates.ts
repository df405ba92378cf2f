/** A figure and its limit. */
export interface Judged {
  readonly what: string
  readonly products: number
  readonly value: number
  readonly least?: number
  readonly most?: number
}

interface PeerGate {
  readonly peer: string
  readonly workload: RegExp
  readonly ratio: number
}

/** The least speed of the table as a multiple of the speed of a peer. The first gate that matches is used. */
const peerGates: ReadonlyArray<PeerGate> = [
  { peer: "DuckDB", workload: /^Q[1-4]/, ratio: 4 },
  { peer: "DuckDB", workload: /^Q5 sums under/, ratio: 3.5 },
  { peer: "PostgreSQL", workload: /^Q2/, ratio: 17 },
  { peer: "PostgreSQL", workload: /^Q5/, ratio: 50 },
  { peer: "PostgreSQL", workload: /^Q/, ratio: 3.5 },
  { peer: "SQLite jsonb", workload: /^Q[14]/, ratio: 2 },
  { peer: "SQLite jsonb", workload: /^Q[23]/, ratio: 6 },
  { peer: "SQLite jsonb", workload: /^Q5/, ratio: 25 },
  { peer: "JS objects", workload: /^Q[14]/, ratio: 1.6 },
  { peer: "JS objects", workload: /^Q[23]/, ratio: 3 }
]

/** The required ratio to a peer; null if there is none. */
export const ofPeer = (peer: string, workload: string): number | null =>
  peerGates.find((gate) => gate.peer === peer && gate.workload.test(workload))?.ratio ?? null

/** The most bytes for each property record, including the caches of queries. */
export const bytesPerRecord = (products: number): number => (products <= 10_000 ? 10 : products <= 100_000 ? 7 : 6)

/** The most time of filter and count, as a multiple of a scan of the codes that they need. */
export const overScan = 8

/** The least speed of a page as a multiple of the speed of objects and JSON.stringify. */
export const overStringify = 1.6

/** The first query of a cold table may take as long as loading the table and this number of warm queries. */
export const warmQueries = 3

/** Returns whether a figure is within its bounds. With `slack` 2 it may be up to twice as bad. */
export const holds = ({ value, least, most }: Judged, slack: number): boolean =>
  value * slack >= (least ?? 0) && value <= (most ?? Number.POSITIVE_INFINITY) * slack
