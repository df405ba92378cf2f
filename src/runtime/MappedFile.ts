/**
 * Returns the bytes of a file, memory-mapped if possible: the system reads the pages that are used and may drop them
 * again. Bun maps only non-empty files that it may write to.
 */
export const bytesOfFile = async (path: string): Promise<Uint8Array> => {
  const file = Bun.file(path)
  if (file.size === 0) return new Uint8Array(0)
  try {
    return Bun.mmap(path)
  } catch {
    return await file.bytes()
  }
}
