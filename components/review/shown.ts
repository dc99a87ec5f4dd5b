import type { Line } from '@/components/lines/line'
import type { ChangeKind } from '@/components/ui/badge'
import type { Attention } from '@/lib/review/attention'
import type { ChangeToReview, ReviewHunk } from '@/lib/review/change-to-review'
import type { Marked } from '@/lib/review/marked'

/** A place where a memory differs from what people left. */
export interface ShownHunk extends Pick<
  ReviewHunk,
  'kind' | 'level' | 'writers' | 'flags' | 'moved'
> {
  /** the same for hunks of the same lines, in new memories but for numbers that are said: one decision */
  key: string
  /** its place among the memory's hunks */
  at: number
  /** its lines by their numbers now, else before; 0: it has none */
  from: number
  to: number
  added: number
  removed: number
  /** how many of the removed lines you wrote, and how many another person did */
  yours: number
  peoples: number
  /** the first words of its lines; of a path that changed the one before */
  says: string
}

/** A memory with something to review. */
export interface ShownMemory
  extends Attention, Pick<Marked, 'storeId' | 'path' | 'isDeleted' | 'base' | 'by' | 'at'> {
  id: string
  /** an archived store takes nothing */
  isKeepOnly: boolean
  kind: ChangeKind
  through: number
  /** what is compared before anything goes back */
  shown: string
  /** the version that a person saw, null: none, and the newest */
  versions: { from: number | null; to: number; id: string }
  /** what people did in between, which stays */
  people: ChangeToReview['people']
  /** what a person saw was redacted */
  isLeftUnknown: boolean
  hunks: readonly ShownHunk[]
}

/** A hunk's lines with some around; what the browser must not see is masked in them. */
export interface HunkLines {
  lines: Line[]
  /** changed lines beyond the limit */
  notShown: number
  /** characters of the changed lines that are cut off */
  cut: number
  isMasked: boolean
  /** where it is asked for: what stands there now, to be edited */
  text?: string
}

/** The agent's words before it wrote; null: it said none. */
export interface Said {
  sentence: string | null
}
