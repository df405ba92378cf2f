/**
 * The bytes of a file, if possible without a copy of them: the system reads what is looked at and may forget it again.
 * Bun maps only files that are not empty and that it may write to.
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
