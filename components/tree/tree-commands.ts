/** What a command answers: done, or why not, in words. */
type Outcome<Value> = { isDone: true; value: Value } | { isDone: false; why: string }

/** Where something is, and where it is to be; directories without a trailing slash. */
export interface TreeMove {
  path: string
  newPath: string
}

/**
 * What the tree asks of the server; all of a command is done or none. `seen` is the last change that
 * the tree had heard of: what somebody else changed after it is left alone.
 */
export interface TreeCommands {
  /** answers the id of the memory */
  create: (input: { storeId: string; path: string }) => Promise<Outcome<string>>
  /** answers the ids of the versions written, for `undo` */
  move: (input: { storeId: string; moves: TreeMove[]; seen: number }) => Promise<Outcome<string[]>>
  remove: (input: { storeId: string; paths: string[]; seen: number }) => Promise<Outcome<string[]>>
  /** answers how many memories it left alone, because somebody else changed them since */
  undo: (input: { storeId: string; versionIds: string[] }) => Promise<Outcome<number>>
}
