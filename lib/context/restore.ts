import { cutToTokens, estimatedTokens } from './estimate-tokens'

/** The most that a compacted context gets back (agent page, "Compaction", step 4). */
export const MAX_RESTORED = 20
export const MAX_TOKENS_EACH = 8_192
export const MAX_TOKENS_ALL = 32_768

/** A memory that the session read or wrote. */
export interface RestorableMemory {
  storeId: string
  memoryId: string
  versionId: string
  /** as the agent writes it */
  shownPath: string
  content: string
  /** last read or written, milliseconds since 1970 */
  lastAt: number
}

/** A memory that was restored, and how much of it. */
export interface RestoredMemory {
  storeId: string
  memoryId: string
  versionId: string
  shownPath: string
  lastAt: number
  state: 'whole' | 'cut' | 'left_out'
  /** the text given to the model; null if it was left out */
  text: string | null
  /** tokens of that text, estimated */
  tokens: number
  /** tokens of the whole memory, estimated */
  wholeTokens: number
}

/**
 * Chooses the memories to restore, newest first: a long one is cut, one that does not fit beside
 * the others is left out, and a smaller one after it may still fit. Memories beyond the maximum
 * number are left out too; all are listed, so that a person sees which.
 */
export function restoreMemories(candidates: readonly RestorableMemory[]): RestoredMemory[] {
  let restored = 0
  let used = 0
  return [...candidates].sort(newestFirst).map((memory): RestoredMemory => {
    const { content, ...facts } = memory
    const wholeTokens = estimatedTokens(content)
    const text = wholeTokens <= MAX_TOKENS_EACH ? content : cutToTokens(content, MAX_TOKENS_EACH)
    const tokens = estimatedTokens(text)
    if (restored === MAX_RESTORED || used + tokens > MAX_TOKENS_ALL) {
      return { ...facts, state: 'left_out', text: null, tokens: 0, wholeTokens }
    }
    restored++
    used += tokens
    const state = text === content ? 'whole' : 'cut'
    return { ...facts, state, text, tokens, wholeTokens }
  })
}

function newestFirst(one: RestorableMemory, other: RestorableMemory): number {
  return other.lastAt - one.lastAt || (one.memoryId < other.memoryId ? -1 : 1)
}
