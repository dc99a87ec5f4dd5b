import { Library } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { ActorMark } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { Empty } from '@/components/ui/empty'
import { type Column, ListPage, type Row } from '@/components/ui/list-page'
import { Ago } from '@/components/ui/time'
import type { StoreInList } from '@/lib/store/last-changes'
import { shownSize } from '@/lib/text/human-size'

export interface StoreListProps {
  stores: readonly StoreInList[]
  /** memories to look at, by store; those without are not in it */
  toReview: ReadonlyMap<string, number>
  now: Date
}

/** All stores, the one that changed last first; archived ones are folded below. */
export function StoreList({ stores, toReview, now }: StoreListProps) {
  const t = useTranslations('Stores')
  const live = stores.filter(({ archivedAt }) => !archivedAt)
  const archived = stores.filter(({ archivedAt }) => archivedAt)
  const rowOf = useRow(now, toReview)
  const columns: Column[] = [
    { label: t('memories'), width: '6rem', isNumber: true },
    { label: t('toReview'), width: '6.5rem', isNumber: true },
    { label: t('size'), width: '5.5rem', isNumber: true, from: 'lg' },
    { label: t('writers'), width: '9rem', from: 'md' },
    { label: t('lastChange'), width: '14rem' },
  ]
  return (
    <ListPage
      label={t('title')}
      title={t('name')}
      columns={columns}
      rows={live.map(rowOf)}
      empty={
        <Empty Icon={Library} title={t('empty')}>
          {t('emptyAbout')}
        </Empty>
      }
    >
      {archived.length === 0 ? null : (
        <details>
          <summary className="px-4 py-3 text-ink-2">
            {t('archived')} <span className="text-ink-3 tabular-nums">{archived.length}</span>
          </summary>
          <ListPage
            label={t('archived')}
            columns={columns}
            rows={archived.map(rowOf)}
            empty={null}
          />
        </details>
      )}
    </ListPage>
  )
}

function useRow(now: Date, toReview: StoreListProps['toReview']) {
  const t = useTranslations('Stores')
  const ofStore = useTranslations('Store')
  const format = useFormatter()
  return (store: StoreInList): Row => ({
    id: store.id,
    href: `/stores/${store.id}`,
    title: <VisibleLabel text={store.name} />,
    about: store.description ? <VisibleLabel text={store.description} /> : undefined,
    cells: [
      <span key="memories">
        <span className="hidden stacked:inline">
          {ofStore('memories', { count: store.memoryCount })}
        </span>
        <span className="stacked:hidden">{format.number(store.memoryCount)}</span>
      </span>,
      <ToReview key="review" count={toReview.get(store.id) ?? 0} />,
      store.memoryCount === 0 ? '' : shownSize(format, store.byteSize),
      <span key="writers" className="flex gap-1.5">
        {store.writers.map((writer) => (
          <ActorMark key={writer.id} writer={writer} />
        ))}
      </span>,
      store.last ? (
        <span key="last" className="flex min-w-0 items-center gap-2">
          <ActorMark writer={store.last.by} size="small" />
          <span className="min-w-0 flex-1 truncate">
            {store.last.path ? (
              <VisibleLabel text={store.last.path.slice(store.last.path.lastIndexOf('/') + 1)} />
            ) : (
              t('lastStep', { kind: store.last.kind })
            )}
          </span>
          <span className="shrink-0 text-ink-3">
            <Ago time={store.last.at} now={now} />
          </span>
        </span>
      ) : (
        <span key="none" className="text-ink-3">
          {t('nothingYet')}
        </span>
      ),
    ],
  })
}

/** Memories that nobody has looked at since an agent wrote them; their column names them. */
function ToReview({ count }: { count: number }) {
  const t = useTranslations('Stores')
  if (count === 0) return null
  return (
    <Badge tone="accent">
      <span className="hidden stacked:inline">{t('countToReview', { count })}</span>
      <span className="tabular-nums stacked:hidden">{count}</span>
    </Badge>
  )
}
