/**
 * Frees the memory of the bytes, with their whole buffer, at once instead of at the next garbage collection. Nobody may
 * read the buffer afterwards. Shared memory is left alone.
 */
export const free = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
