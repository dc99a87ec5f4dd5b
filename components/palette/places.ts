/** Where the command palette can go. */
export interface Places {
  stores: { id: string; name: string }[]
  sessions: { id: string; title: string }[]
  memories: { id: string; path: string; storeId: string; storeName: string }[]
  /** whether this is all; else typing more shows more */
  isWhole: boolean
}
