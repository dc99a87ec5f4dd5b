/** Where a hunk comes from, in words. */
export interface ShownOrigin {
  /** the call that wrote it, with its agent's own words */
  call?: { words: string | null; done: string; subject: string; at: number; href: string }
  /** whose lines it removed, the words for how many, and for writers that are not named */
  removed: readonly { id: string; kind: string; name: string; at: number; lines: string }[]
  more?: string
}
