/**
 * Gives the memory of bytes back at once, with all of the buffer that they are in: nobody reads it any more. Else it
 * waits for a collection. Shared memory stays.
 */
export const free = ({ buffer }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
