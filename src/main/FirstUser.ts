/** Returns the link with which the holder of a secret makes the first user (contract section 4). */
export const firstUserLink = (publicUrl: string, secret: string): string =>
  `${publicUrl}/v1/auth/first-user?secret=${secret}`
