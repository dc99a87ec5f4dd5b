import type { AgentToolUse, WrittenVersion } from '@/lib/agent/session-event'

/** A place of a memory in a store. */
export interface MemoryPlace {
  readonly storeId: string
  readonly path: string
}

/** The answers that a listing would have given: of everything, and without what is hidden. */
export interface ListedAgain {
  readonly whole: string
  readonly without: string
}

/** A turn's stores as they stood when its log was written. */
export interface PastStores {
  /**
   * Answers the call of a listing again, as of when it was made. A listing holds sums of sizes, which its
   * own words do not give away.
   */
  listAgain(call: Pick<AgentToolUse, 'name' | 'input'>, at: number): Promise<ListedAgain>
  /** the content at a place at that time; null: none stood there */
  contentAt(place: MemoryPlace, at: number): Promise<string | null>
  /** the id of the memory that stood at a place at that time; null: none */
  memoryAt(place: MemoryPlace, at: number): Promise<string | null>
  /** whether different memories have stood at a place, so that its path does not tell which was read */
  isShared(place: MemoryPlace): boolean
  /** the id of the memory that a comment is about; null: the comment is gone */
  commentedMemory(commentId: string): Promise<string | null>
  /** null: it is gone, or redacted */
  contentOf(version: WrittenVersion): Promise<string | null>
}
