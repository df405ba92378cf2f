/** Returns the entry of a record under a key that anybody may have chosen, such as `constructor`; undefined if there is none. */
export const ownOf = <A>(record: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
