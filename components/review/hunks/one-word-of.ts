import { type OneWordKind, oneWordPairs } from '@/lib/text/one-word'
import type { Mark } from '@/lib/text/word-marks'
import type { MaskedLine } from './masked-hunk'

/** A word that turns a line of a hunk round. */
export interface FramedWord {
  kind: OneWordKind
  /** the line that has it */
  line: MaskedLine
  mark: Mark
  /** the place of the removed line among those that the hunk removed */
  removed: number
}

/** The first word by which an added line of a hunk turns a removed one round; null: there is none. */
export function oneWordOf(lines: readonly MaskedLine[]): FramedWord | null {
  const removed = lines.filter(({ kind }) => kind === 'removed')
  const added = lines.filter(({ kind }) => kind === 'added')
  const [word] = oneWordPairs(
    removed.map(({ text }) => text),
    added.map(({ text }) => text),
  )
  const line = word && (word.side === 'removed' ? removed[word.removed] : added[word.added])
  return word && line ? { kind: word.kind, line, mark: word.mark, removed: word.removed } : null
}
