const guarded = /^'+[=+\-@\t\r]/

/**
 * Takes off the one `'` that the writer of CSV sets before a text that begins with `=`, `+`, `-`, `@`, tab or CR, or
 * with `'` and one of these. Other texts stay as they are.
 */
export const unguarded = (text: string): string => (text.startsWith("'") && guarded.test(text) ? text.slice(1) : text)
