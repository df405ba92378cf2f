type Present<A> = { [K in keyof A as undefined extends A[K] ? K : never]?: Exclude<A[K], undefined> } & {
  [K in keyof A as undefined extends A[K] ? never : K]: A[K]
}

/** Returns an object without the members that are undefined. */
export const present = <A extends object>(members: A): Present<A> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<A>
