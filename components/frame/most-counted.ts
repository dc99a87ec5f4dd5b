/** Beyond it nobody needs the number of open changesets. */
export const MAX_OPEN = 100
