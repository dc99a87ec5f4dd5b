import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import type { Row } from '@/components/ui/list-page'
import { Ago } from '@/components/ui/time'
import type { ReviewGroup } from '@/lib/review/to-review'
import { plainName } from '@/lib/text/visible-text'
import { nameOf, useSignalWords } from './words'

/** What a title tells of a group. */
type Told = Pick<ReviewGroup, 'by'> & Record<'held' | 'memories', readonly { path: string }[]>

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
    title: ({ by, held, memories }) => {
      const name = by.id === 'apikey_none' ? t('aProgram') : plainName(actor(by))
      const paths =
        held.length > 0 ? held.map(({ path }) => path) : memories.map(({ path }) => path)
      const [path = ''] = paths
      return t(held.length > 0 ? 'wants' : 'changed', {
        ...{ name, count: paths.length, path: plainName(nameOf(path)) },
      })
    },
    reasons: ({ memories }) => {
      const all = signals([...new Set(memories.flatMap((memory) => memory.signals))])
      return all.slice(0, MOST_REASONS).join(', ')
    },
  }
}

/** Rows of groups for a list. `storeOf`: what stores are called that are to be named; `storeId`: the one that it is narrowed to. */
export function useGroupRow(
  storeOf: ReadonlyMap<string, string>,
  storeId: string,
  now: Date,
): (group: ReviewGroup) => Row {
  const t = useTranslations('Review')
  const words = useGroupWords()
  return (group) => {
    const { key, by, at, held, memories, level } = group
    const isWaiting = held.length > 0
    const storeIds = new Set([...memories, ...held].map(({ storeId }) => storeId))
    const stores = [...storeIds].flatMap((id) => storeOf.get(id) ?? []).join(', ')
    const reasons = words.reasons(group) || (level === 'plain' ? '' : t(`levelOf.${level}`))
    const why = isWaiting ? t('andToLookAt', { count: memories.length }) : reasons
    const tone = isWaiting ? 'text-caution' : level === 'danger' ? 'text-removed' : ''
    return {
      id: key,
      href: isWaiting
        ? `/review?${new URLSearchParams({ ...(storeId && { store: storeId }), chosen: key })}`
        : groupAddress(key, storeId),
      mark: <ActorMark writer={by} />,
      title: <VisibleLabel text={words.title(group)} />,
      about: (
        <>
          <span className={tone}>{why}</span>
          {why === '' || stores === '' ? null : ' · '}
          <VisibleLabel text={stores} />
        </>
      ),
      cells: [<Ago key="age" time={at} now={now} />],
    }
  }
}

/** The page of a group; `storeId`: what is in that store alone, '' in all. */
export const groupAddress = (key: string, storeId: string) =>
  `/review/${encodeURIComponent(key)}${storeId === '' ? '' : `?store=${storeId}`}`
