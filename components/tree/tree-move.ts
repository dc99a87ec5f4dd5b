/** A move from a path to another; directories without a trailing slash. */
export interface TreeMove {
  path: string
  newPath: string
}
