import { Library } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { inkStep } from '@/components/history/ink'
import { versionWords } from '@/components/history/version-words'
import { StoreMap } from '@/components/store/overview-on-demand'
import { EmptyStore, Figures, Lately, type ShownChange } from '@/components/store/overview'
import type { Listing } from '@/components/tree/listing'
import { Empty } from '@/components/ui/empty'
import { logEntries } from '@/lib/store/log-entries'
import type { Store } from '@/lib/store/model/model'
import type { NamedMoment } from '@/lib/store/moments'
import { mostRead, notReadFor } from '@/lib/store/reads'
import type { Told } from '@/lib/store/told'
import type { LineCounts } from '@/lib/text/text-diff'
import { originsOf } from './read-memory'

/** Changes, and memories that are read most, on the overview. */
const LATELY = 8

/** Of a change of more memories no lines are counted. */
const MOST_COUNTED = 32
const MOST_READ = 5

/** Days over which reads are counted, and for which nobody read what is named as unread. */
const DAYS = 30
const UNREAD_DAYS = 60

export interface OverviewPaneProps {
  store: Store
  /** the last change of a past moment; null: now */
  at: number | null
  /** what the store holds, if the page brings it */
  listing: Listing | null
  isEmpty: boolean
  now: Date
}

/** The whole store, while no memory is open: its map and what happened lately. */
export async function OverviewPane({ store, at, listing, isEmpty, now }: OverviewPaneProps) {
  const t = await getTranslations('Overview')
  if (isEmpty && at !== null) return <Empty Icon={Library} title={t('emptyPast')} />
  if (isEmpty) return <EmptyStore storeId={store.id} canWrite={store.archivedAt === null} />
  return (
    <>
      <StoreMap storeId={store.id} at={at} listing={listing} />
      {at === null ? <Lately storeId={store.id} changes={await latelyIn(store)} now={now} /> : null}
    </>
  )
}

/** The latest changes, each in the words of who made it, else by the line that it changed first. */
async function latelyIn({ id: storeId }: Store): Promise<ShownChange[]> {
  const t = await getTranslations('History')
  const { entries } = await logEntries({
    storeId,
    kind: 'version',
    limit: LATELY,
    each: MOST_COUNTED,
  })
  const newest = entries[0]?.sequence ?? 1
  const origins = await originsOf(entries.flatMap(({ memories: [first] }) => first ?? []))
  return entries.flatMap(({ by, at, memories, memoryCount }): ShownChange | [] => {
    const [told] = memories
    if (!told || !by) return []
    const { memoryId, path, sequence, batchId } = told.version
    const ink = inkStep(1 - sequence / newest)
    const { words, note } = versionWords(t, told.version, told)
    const origin = origins.get(batchId ?? '')
    const from = origin && note !== null ? { ...origin, note } : null
    const lines = memoryCount === memories.length ? sumOf(memories) : null
    return { by, memoryId, path, sequence, at, memoryCount, lines, ink, words, from }
  })
}

/** Lines added and removed in all; null: not all are known. */
function sumOf(memories: readonly Told[]): LineCounts | null {
  const sum = { added: 0, removed: 0 }
  for (const { lines } of memories) {
    if (!lines) return null
    sum.added += lines.added
    sum.removed += lines.removed
  }
  return sum
}

interface FiguresPaneProps {
  storeId: string
  moments: readonly NamedMoment[]
  now: Date
}

/** What agents read and what not, beside the overview. */
export async function FiguresPane({ storeId, moments, now }: FiguresPaneProps) {
  const [most, unread] = await Promise.all([
    mostRead(storeId, { days: DAYS, limit: MOST_READ, now }),
    notReadFor(storeId, UNREAD_DAYS, now),
  ])
  return (
    <Figures
      storeId={storeId}
      most={most}
      days={DAYS}
      unreadDays={UNREAD_DAYS}
      unread={unread}
      moments={moments}
    />
  )
}
