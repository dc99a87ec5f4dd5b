/** Where something is, and where it is to be; directories without a trailing slash. */
export interface TreeMove {
  path: string
  newPath: string
}
