import type { DiffLineRowProps } from '@/components/diff/diff-line-row'
import type { Texts } from '@/components/i18n/texts'
import type { ExaminedHunk } from '@/lib/review/model/changeset'
import type { RemovedLineFate } from '@/lib/text/removed-lines'
import type { DiffLine } from '@/lib/text/text-diff'

/** All keep the minus; those that were moved, or stand there in other words, have a second sign. */
const SIGNS = { lost: '−', moved: '−⇢', reworded: '−≈' } as const

type Fate = keyof typeof SIGNS

/** What became of a removed line, as far as it is said; undefined: it is not. */
export function fateOf(line: DiffLine, hunk: ExaminedHunk): Fate | undefined {
  if (line.kind !== 'removed') return undefined
  const fate = fateAt(hunk, line.before - 1 - hunk.beforeFrom)
  // What merely stands elsewhere, too, has gone from here like any other line.
  return fate === 'too_short' || fate === 'standing' ? undefined : fate
}

/** Returns the sign for the fate of a removed line; nothing if that is not said. */
export function fateMark(
  t: Texts,
  line: DiffLine,
  hunk: ExaminedHunk,
): Pick<DiffLineRowProps, 'fate'> {
  const fate = fateOf(line, hunk)
  return fate ? { fate: { name: fate, ...fateWords(t)[fate] } } : {}
}

/** The signs of all fates, and the words for them. */
export function fateWords(t: Texts): Record<Fate, { sign: string; label: string }> {
  const wordsOf = (fate: Fate) => ({ sign: SIGNS[fate], label: t(`Review.fate_${fate}`) })
  return { lost: wordsOf('lost'), moved: wordsOf('moved'), reworded: wordsOf('reworded') }
}

function fateAt({ fates = [] }: ExaminedHunk, at: number): RemovedLineFate | undefined {
  let end = 0
  for (const [fate, count] of fates) {
    end += count
    if (at < end) return fate
  }
  return undefined
}

/** Counts the removed lines of a hunk that stand elsewhere, and those that do in other words. */
export function fateCounts({ fates = [] }: ExaminedHunk): { moved: number; reworded: number } {
  const of = (wanted: RemovedLineFate) =>
    fates.reduce((sum, [fate, count]) => (fate === wanted ? sum + count : sum), 0)
  return { moved: of('moved'), reworded: of('reworded') }
}
