import { clsx } from 'clsx'
import { CircleHelp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { LineNote } from '@/components/lines/lines'
import { NoticeBar } from '@/components/ui/notice'
import type { StoreFlag } from '@/lib/review/store-flags'
import type { Flag } from '@/lib/scan/flag'
import type { ScanSeverity } from '@/lib/scan/rules'
import { groupedBy } from '@/lib/text/lists'
import { DismissedFlag, FlagCard, FlagSign, FoundFlags } from './card'
import { flaggedRanges, type Range } from './ranges'
import { byGravity, shownFlags } from './words'

/** The flags of a memory by the numbers of its lines. */
export interface FlagNotes {
  /** what is marked in the lines */
  flagged: Map<number, Range[]>
  notes: Map<number, LineNote>
}

/** What is said of a memory's flags: of a rule all at the first line that it found, 0 is the path. */
export function flagCards(flags: readonly StoreFlag[], storeId: string): Map<number, ReactNode[]> {
  const cards = new Map<number, ReactNode[]>()
  const keyOf = ({ rule, dismissed }: StoreFlag) => `${rule} ${dismissed !== null}`
  for (const [key, found] of groupedBy(flags, keyOf)) {
    const [{ rule, memory, dismissed, line }] = found
    const of = shownFlags(storeId, memory, rule)
    const card = dismissed ? (
      <DismissedFlag key={key} of={of} dismissal={dismissed} />
    ) : (
      <FlagCard key={key} of={of} flags={found} />
    )
    cards.set(line, [...(cards.get(line) ?? []), card])
  }
  return cards
}

/** The flags of a text as its lines show them; `lines`: their texts. */
export function flagNotes(
  flags: readonly StoreFlag[],
  cards: ReadonlyMap<number, ReactNode[]>,
  lines: readonly string[],
): FlagNotes {
  const open = flags.filter(({ dismissed }) => !dismissed)
  const gravest = new Map<number, Flag>()
  for (const flag of open) {
    for (let line = Math.max(1, flag.line); line <= flag.toLine; line++) {
      const before = gravest.get(line)
      if (!before || byGravity(flag, before) < 0) gravest.set(line, flag)
    }
  }
  const notes: FlagNotes['notes'] = new Map()
  for (const line of new Set([...gravest.keys(), ...cards.keys()])) {
    const flag = gravest.get(line)
    const below = cards.get(line)
    if (line === 0) continue
    notes.set(line, {
      mark: flag ? <Mark flag={flag} /> : null,
      below: below && <div className="grid gap-2 py-2 pr-4 pl-14 max-md:px-3">{below}</div>,
    })
  }
  return { flagged: flaggedRanges(open, lines), notes }
}

const BARS: Record<ScanSeverity, string> = {
  critical: 'border-danger',
  high: 'border-danger',
  medium: 'border-caution',
  low: 'border-line-2',
}

/** In the gutter: a bar, and what it is about where there is room beside the number. */
function Mark({ flag }: { flag: Flag }) {
  return (
    <span
      aria-hidden
      className={clsx('absolute top-0 left-0 h-5 border-l-3 pt-[3px] pl-1', BARS[flag.severity])}
    >
      <span className="max-md:hidden in-[.blame]:hidden">
        <FlagSign flag={flag} size={13} />
      </span>
    </span>
  )
}

/** Above a text: what is said of its path, or that nothing is known of it. */
export function FlagsAbove({ isUnknown, cards }: { isUnknown: boolean; cards: ReactNode[] }) {
  const t = useTranslations('Flags')
  return (
    <>
      {isUnknown ? (
        <NoticeBar tone="caution" Icon={CircleHelp}>
          {t('unknownHere')}
        </NoticeBar>
      ) : null}
      {cards.length > 0 ? <div className="grid gap-2 px-4 pt-3">{cards}</div> : null}
    </>
  )
}

/** Lines that are in sight as soon as their text is. */
const FIRST_LINES = 10

/** Ways from above a text to what is found far below. */
export function flagsBelow(flags: readonly StoreFlag[]): ReactNode[] {
  const below = flags.filter(({ line, dismissed }) => line > FIRST_LINES && !dismissed)
  return below.length > 0 ? [<FoundFlags key="below" flags={below} lines="#L" />] : []
}
