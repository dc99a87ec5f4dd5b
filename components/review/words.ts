import { useTranslations } from 'next-intl'
import { INKS, useRuleWords } from '@/components/flags/words'
import type { Attention, Signal } from '@/lib/review/attention'
import { plainName } from '@/lib/text/visible-text'
import type { Decision, Unit } from './decisions'
import type { ShownHunk, ShownMemory } from './shown'

export interface HunkWords {
  /** where it is: "lines 3–4" */
  place: (hunk: ShownHunk) => string
  /** path, lines, level, state */
  name: (unit: Unit, decision: Decision | undefined) => string
}

/** How hunks are told of. */
export function useHunkWords(): HunkWords {
  const t = useTranslations('Review')
  const place = ({ kind, from, to }: ShownHunk) =>
    kind === 'lines' ? t('lines', { from, to, count: to - from + 1 }) : t(`kind.${kind}`)
  return {
    place,
    name: ({ hunk, memories, isSame }, decision) => {
      const [memory] = memories
      const path =
        memories.length > 1
          ? t(isSame ? 'sameIn' : 'alikeIn', { count: memories.length })
          : plainName(memory.path)
      const state =
        decision === undefined ? 'open' : typeof decision === 'object' ? 'edit' : decision
      return [path, place(hunk), t(`level.${hunk.level}`), t(`state.${state}`)].join(', ')
    },
  }
}

const OWN = ['pinned', 'emptied', 'collapse', 'deleted', 'unknown'] as const

/** Names what asks for a look, the gravest first. */
export function useSignalWords(): (signals: readonly Signal[]) => string[] {
  const t = useTranslations('Review.signal')
  const rule = useRuleWords()
  return (signals) =>
    signals.map((signal) => {
      const own = OWN.find((each) => each === signal)
      return own ? t(own) : rule(signal as Exclude<Signal, (typeof OWN)[number]>)
    })
}

/** The colour of what asks for a look: that of the card of what was found. */
export const inkOf = ({ level, severity }: Pick<Attention, 'level' | 'severity'>): string =>
  level === 'danger'
    ? 'text-removed'
    : severity && severity !== 'low'
      ? INKS[severity]
      : 'text-ink-2'

/** The page of a memory, at the hunk's lines. */
export const memoryAddress = (
  { storeId, id }: Pick<ShownMemory, 'storeId' | 'id'>,
  hunk?: ShownHunk,
) =>
  `/stores/${storeId}?memory=${id}${hunk && hunk.from > 0 && hunk.kind !== 'deleted' ? `#L${hunk.from}-L${hunk.to}` : ''}`

/** Where the page asks for a hunk's lines: `wide` all of them, in `clear`, or their `text` to be edited. */
export function linesAddress(
  { hunk, memories: [memory] }: Unit,
  looks: { wide?: boolean; clear?: boolean; text?: boolean },
): string {
  const on = Object.entries(looks).flatMap(([look, isOn]) => (isOn ? [[look, '1']] : []))
  const search = { memory: memory.id, shown: memory.shown, hunk: String(hunk.at) }
  return `/change?${new URLSearchParams([...Object.entries(search), ...on])}`
}
