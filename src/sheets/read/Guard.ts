const guarded = /^'+[=+\-@\t\r]/

/**
 * Removes the one `'` that the CSV writer adds before a text that begins with `=`, `+`, `-`, `@`, tab or CR, or with
 * `'` and one of these. Other texts are returned unchanged.
 */
export const unguarded = (text: string): string => (text.startsWith("'") && guarded.test(text) ? text.slice(1) : text)
