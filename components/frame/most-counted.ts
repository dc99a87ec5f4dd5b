/** Beyond it nobody needs the number of open changesets. */
export const MAX_OPEN = 100

/** Beyond it nobody needs the number of stores. */
export const MAX_STORES = 1000
