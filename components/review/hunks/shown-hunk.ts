import type { ReactNode } from 'react'
import type { RowWords, SentRow } from '@/components/diff/sent-rows'
import type { ChangeKind } from '@/components/ui/change-letter'
import type { ShownOrigin } from './shown-origin'

/** Lines of a hunk: rows, between which elements stand that not every line has. */
export type ShownLines = readonly (readonly SentRow[] | { row: ReactNode })[]

/**
 * A hunk as it is sent to the page's script, which makes it: as elements it would weigh three times
 * as much, and be sent twice. What it has nothing of is left out.
 */
export interface ShownHunk {
  id: string
  /** its name for a screen reader */
  label: string
  /** its name, once it is one line */
  name: string
  /** some of its words */
  quote?: string
  /** of a hunk alone: what it is, in a letter and in a word */
  kind: ChangeKind
  kindWord: string
  /** of several that are the same edit: how many there are, and the name of them all */
  same?: { count: number; name: string }
  path?: string
  /** stands for the path */
  unnamed?: string
  memoryId: string
  throughVersionId: string
  /** where in its memory it is */
  where: string
  added: number
  removed: number
  /** its number on the page */
  position: number
  /** of its memory: see `QuarantineItem` */
  quarantine?: { versionId: string; reason: string | null }
  /** of the table of its lines, for a screen reader */
  summary?: string
  lines?: ShownLines
  isWide?: true
  /** lines that are folded until somebody asks for them, and the words for it */
  rest?: { label: string; lines: ShownLines }
  /** words for lines that are not shown */
  notShown?: string
  /** where the lines begin that can be chosen one by one */
  chosenAfter?: { before: number; after: number }
  /** what reverting it writes, if that is shown: its lines the other way round */
  back?: readonly SentRow[]
  /** the lines to write anew; true: those of its rows that are added; left out: they cannot be */
  editable?: string | true
  /** the text that took the place of its lines */
  replacement?: string
  said?: { words: string; isGrave: boolean }
  quiet?: string
  origin?: Promise<ShownOrigin | null>
  /** what few hunks have: above the lines, below them, below the remarks, and at the end */
  notices?: ReactNode
  move?: ReactNode
  findings?: ReactNode
  remarks?: ReactNode
  places?: ReactNode
  threads?: ReactNode
}

/** What all hunks of a page have in common. */
export interface HunkPlace {
  storeId: string
  changesetId: string
  /** decisions on all its pages */
  count: number
  words: RowWords
}

export interface HunkProps {
  place: HunkPlace
  shown: ShownHunk
}
