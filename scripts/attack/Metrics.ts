/** Returns one line with the metrics of the service since the last call. */
export const line = async (port: number): Promise<string> => {
  try {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5000) })).text()
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? 0)
    const delay = (statistic: "p99" | "max") =>
      (value(`plinth_event_loop_delay_seconds{statistic="${statistic}"}`) * 1000).toFixed()
    const heap = (value("process_heap_bytes") / 1024 / 1024).toFixed()
    return `heap ${heap} MB, event loop ${delay("p99")} ms (most ${delay("max")})`
  } catch {
    return "no metrics"
  }
}
