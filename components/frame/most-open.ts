/** Beyond it nobody needs the number of open changesets. */
export const MOST_OPEN = 100
