/** Writes the parts one after the other: bytes are on the disk before the next ones are made. */
export const write = async (path: string, parts: Iterable<string | Uint8Array>): Promise<void> => {
  const sink = Bun.file(path).writer()
  for (const part of parts) {
    await sink.write(part)
    if (typeof part !== "string") await sink.flush()
  }
  await sink.end()
}
