import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ask } from '@/components/act/ask'
import { Difference } from '@/components/lines/difference'
import type { Line, DiffLines } from '@/components/lines/line'
import { PathInLine } from '@/components/lines/visible-text'
import { Amount } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { HeldReason } from '@/lib/held/held-writes'
import type { Flag } from '@/lib/scan/flag'

interface CallDifferenceProps {
  changes: CallChanges
  /** where they were asked for */
  address: string | null
}

/** What a call changed, or would change, memory by memory; of one memory its path stands above. */
export function CallDifference({ changes: { memories }, address }: CallDifferenceProps) {
  const t = useTranslations('Call')
  if (memories.length === 0) {
    return <p className="border-t border-line px-3 py-1.5 text-ink-3">{t('nothing')}</p>
  }
  return memories.map((memory, at) => (
    <div
      key={memory.version?.id ?? at}
      role="group"
      aria-label={memory.path ?? memory.before ?? ''}
      className="border-t border-line"
    >
      {memories.length > 1 ? <MemoryHead memory={memory} /> : null}
      <MemoryLines memory={memory} address={`${address}&clear=${at}`} at={at} />
    </div>
  ))
}

function MemoryHead({ memory }: { memory: ChangedMemory }) {
  const t = useTranslations('Call')
  const { storeId, before, path, version, added, removed } = memory
  const words = path === null ? t('deleted') : before === null ? t('created') : null
  return (
    <p className="flex flex-wrap items-center gap-x-2 bg-well px-3 py-1 text-xs">
      <span className="font-mono break-all">
        <PathInLine path={path ?? before ?? ''} />
      </span>
      {words === null ? null : <span className="text-ink-3">{words}</span>}
      {added + removed > 0 ? <Amount added={added} removed={removed} /> : null}
      {version ? (
        <Link
          href={`/stores/${storeId}?memory=${version.memoryId}&version=${version.id}&diff=before`}
          className="ml-auto text-ink-2 underline hover:text-ink"
        >
          {t('openVersion')}
        </Link>
      ) : null}
    </p>
  )
}

/** Lines that are shown of a difference before it is unfolded. */
const FOLDED = 12

/** Fewer than this are not worth a fold. */
const SPARED = 3

interface MemoryLinesProps {
  memory: ChangedMemory
  /** where the same is asked for with its secrets in clear */
  address: string
  /** its place there */
  at: number
}

function MemoryLines({ memory: masked, address, at }: MemoryLinesProps) {
  const t = useTranslations('Call')
  const [isWhole, setWhole] = useState(false)
  const [isClear, setClear] = useState(false)
  const { data } = useQuery<CallChanges>({
    queryKey: ['clear', address, masked],
    queryFn: ({ signal }) => ask<CallChanges>(address, signal),
    enabled: isClear,
    // What is shown in clear is kept for no longer than it is shown.
    gcTime: 0,
  })
  const memory = (isClear && data?.memories[at]) || masked
  const { gone, before, path, added, removed, notShown } = memory
  if (gone) return <p className="px-3 py-1.5 text-caution">{t(gone)}</p>
  if (memory.lines.length === 0) {
    const isMoved = before !== path && before !== null && path !== null
    return isMoved ? null : <p className="px-3 py-1.5 text-ink-3">{t('empty')}</p>
  }
  const lines = withoutEnds(memory.lines)
  const isFolded = !isWhole && lines.length > FOLDED + SPARED
  const shown = isFolded ? lines.slice(0, FOLDED) : lines
  const diff = { lines: shown, added, removed, notShown: isFolded ? 0 : notShown }
  return (
    <>
      <Difference diff={diff} layout="unified" />
      {masked.isMasked ? (
        <Button
          variant="quiet"
          size="small"
          aria-pressed={isClear}
          className="mx-2 my-1"
          onClick={() => setClear(!isClear)}
        >
          {t('inClear')}
        </Button>
      ) : null}
      {isFolded ? (
        <button type="button" className="lines-fold" onClick={() => setWhole(true)}>
          <ChevronDown size={13} aria-hidden className="mr-1.5 inline align-[-2px]" />
          {t('moreLines', { count: lines.length - FOLDED })}
        </button>
      ) : null}
    </>
  )
}

/** What lies before the first change and behind the last says nothing in a card. */
const withoutEnds = (lines: readonly Line[]): Line[] =>
  lines.filter(({ kind }, at) => kind !== 'fold' || (at > 0 && at < lines.length - 1))

/** What a call of an agent changed, or would change, as the store has it and not as the agent says. */

/** One memory of them. */
export interface ChangedMemory extends DiffLines {
  storeId: string
  /** null: it was not there */
  before: string | null
  /** null: it is not there any more */
  path: string | null
  /** null: nothing is written yet */
  version: { id: string; memoryId: string; ordinal: number } | null
  /** why there are no lines */
  gone: 'redacted' | 'damaged' | null
  /** something in its lines is masked, and can be shown in clear */
  isMasked?: boolean
}

/** A write that waits, as it would land by now. */
export interface ShownWrite {
  sha256: string
  /** whether it fits what stands there: else it can be edited or denied */
  isPossible: boolean
  /** of one memory: whether a person may write another text in its place */
  canEdit: boolean
  /** what was found in what it adds; what is critical asks once more before it is allowed */
  flags: Flag[]
  /** why it waits */
  reason: HeldReason
  /** bytes that a memory of the store may have */
  limit: number
  /** when it is denied by itself; null: it waits without end */
  lapsesAt: string | null
}

export interface CallChanges {
  memories: ChangedMemory[]
  /** null: the call waits no more */
  write: ShownWrite | null
}
