import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { nameOf } from '@/components/tree/listing'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { ListPage, type Row } from '@/components/ui/list-page'
import { Ago } from '@/components/ui/time'
import type { ReviewGroup } from '@/lib/review/to-review'
import { plainName } from '@/lib/text/visible-text'
import { inkOf, useSignalWords } from './words'

/** What a title tells of a group. */
type Told = Pick<ReviewGroup, 'by' | 'wanted'> & {
  held: readonly { path: string }[]
  memories: readonly { path: string; isDeleted: boolean }[]
}

export interface GroupWords {
  /** who wants, or did, what */
  title: (group: Told) => string
  /** the gravest of what asks for a look */
  reasons: (group: ReviewGroup) => string
}

const MOST_REASONS = 3

/** How groups are told of. */
export function useGroupWords(): GroupWords {
  const t = useTranslations('Review')
  const actor = useActorName()
  const signals = useSignalWords()
  return {
    title: ({ by, held, wanted, memories }) => {
      const name = by.id === 'apikey_none' ? t('aProgram') : plainName(actor(by))
      const isWaiting = held.length > 0
      const paths = (isWaiting ? held : memories).map(({ path }) => path)
      const did = memories.every(({ isDeleted }) => isDeleted) ? 'delete' : 'change'
      return t(isWaiting ? 'wants' : 'changed', {
        name,
        does: isWaiting ? (wanted?.does ?? 'change') : did,
        count: wanted?.count ?? paths.length,
        path: plainName(nameOf(paths[0] ?? '')),
      })
    },
    reasons: ({ memories }) => {
      const all = signals([...new Set(memories.flatMap((memory) => memory.signals))])
      return all.slice(0, MOST_REASONS).join(', ')
    },
  }
}

/** Rows of groups for a list. `storeOf`: what stores are called that are to be named; `narrowed`: what the list's address says. */
export function useGroupRow(
  storeOf: ReadonlyMap<string, string>,
  narrowed: Record<string, string>,
  now: Date,
): (group: ReviewGroup) => Row {
  const t = useTranslations('Review')
  const words = useGroupWords()
  return (group) => {
    const { key, by, at, held, memories, level } = group
    const isWaiting = held.length > 0
    const storeIds = new Set([...held, ...memories].map(({ storeId }) => storeId))
    const stores = [...storeIds].flatMap((id) => storeOf.get(id) ?? []).join(', ')
    const where = [by.title ?? '', stores].filter(Boolean).join(' · ')
    const reasons = words.reasons(group) || (level === 'plain' ? '' : t(`levelOf.${level}`))
    const why = isWaiting ? t('andToLookAt', { count: memories.length }) : reasons
    const inks = new Set(memories.map(inkOf))
    const gravest = ['text-removed', 'text-caution'].find((ink) => inks.has(ink)) ?? ''
    const tone = isWaiting ? 'text-caution' : gravest
    return {
      id: key,
      href: isWaiting
        ? `/review?${new URLSearchParams({ ...narrowed, chosen: key })}`
        : groupAddress(key, narrowed),
      mark: <ActorMark writer={by} />,
      title: <VisibleLabel text={words.title(group)} />,
      about: (
        <>
          <span className={tone}>{why}</span>
          {why === '' || where === '' ? null : ' · '}
          <VisibleLabel text={where} />
        </>
      ),
      cells: [<Ago key="age" time={at} now={now} />],
    }
  }
}

/** The page of a group, of a store what is in that alone; who is done there is led back to the same list. */
export const groupAddress = (key: string, narrowed: Record<string, string>) =>
  `/review/${encodeURIComponent(key)}?${new URLSearchParams(narrowed)}`.replace(/\?$/, '')

export interface ReviewGroupsProps {
  groups: readonly ReviewGroup[]
  storeId: string
  /** memories and waiting writes, also beyond these groups */
  count: number
  now: Date
}

/** What is to review in a store, each row leading there. */
export function ReviewGroups({ groups, storeId, count, now }: ReviewGroupsProps) {
  const t = useTranslations('Review')
  const rowOf = useGroupRow(new Map(), { store: storeId }, now)
  const shown = groups.flatMap(({ memories, held }) => [...memories, ...held]).length
  return (
    <div>
      <h2 className="flex items-baseline gap-2 border-b border-line px-4 pt-5 pb-2 font-semibold">
        {t('toReview')}
        <span className="font-normal text-ink-3 tabular-nums">{count}</span>
      </h2>
      <ListPage
        label={t('toReview')}
        columns={[{ label: t('age'), width: '3.5rem', isNumber: true }]}
        rows={groups.map(rowOf)}
        empty={null}
      >
        {shown < count ? (
          <p className="px-4 py-2 text-ink-2">{t('andMore', { count: count - shown })}</p>
        ) : null}
      </ListPage>
    </div>
  )
}
