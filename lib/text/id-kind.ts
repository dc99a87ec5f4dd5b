import type { IdPrefix } from './ids'

/** Whether an id is of this kind, rather than of another or a caller's own word. */
export const isIdOf = (prefix: IdPrefix, id: string): boolean => id.startsWith(`${prefix}_`)
