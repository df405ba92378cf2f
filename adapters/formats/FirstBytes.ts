/** Returns a function that tests whether bytes begin with the signature, given as Latin-1 text. */
export const startsWith = (signature: string) => {
  const wanted = Buffer.from(signature, "latin1")
  return (head: Uint8Array): boolean => wanted.equals(head.subarray(0, wanted.length))
}

export const isArchive = startsWith("PK")
