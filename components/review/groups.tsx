import { useTranslations } from 'next-intl'
import { ListPage } from '@/components/ui/list-page'
import type { ReviewGroup } from '@/lib/review/to-review'
import { useGroupRow } from './group-row'

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
