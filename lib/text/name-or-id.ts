/** A name, or the end of the id of what has none. */
export const nameOrId = (name: string | null | undefined, id: string): string =>
  name ?? `…${id.slice(-6)}`
