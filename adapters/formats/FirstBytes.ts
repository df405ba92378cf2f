/** Whether bytes begin with those of the signature, a text of Latin-1. */
export const startsWith = (signature: string) => {
  const wanted = Buffer.from(signature, "latin1")
  return (head: Uint8Array): boolean => wanted.equals(head.subarray(0, wanted.length))
}

export const isArchive = startsWith("PK")
