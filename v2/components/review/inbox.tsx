'use client'

import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Button, ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { type Filter, ListFilters } from '@/components/ui/list-filters'
import { ListPage } from '@/components/ui/list-page'
import { Notice, WhyNot } from '@/components/ui/notice'
import type { ReviewGroup } from '@/lib/review/to-review'
import { keepOlder, undoSettled } from './actions'
import { useGroupRow } from './group-row'
import { GroupPreview } from './preview'

export interface InboxProps {
  groups: readonly ReviewGroup[]
  /** the group that is shown beside the others, by its key */
  chosen: string | null
  filters: readonly Filter[]
  isNarrowed: boolean
  /** the store that it is narrowed to; '': all */
  storeId: string
  /** what stores are called, by their ids */
  stores: readonly (readonly [id: string, name: string])[]
  /** how many memories are not shown, and of when the oldest is that is */
  older: { count: number; than: Date } | null
  now: Date
  news: ReactNode
}

/** What waits for a person and what is to be looked at, with the chosen one beside it. */
export function Inbox(props: InboxProps) {
  const { groups, chosen, filters, isNarrowed, storeId, stores, older, now, news } = props
  const t = useTranslations('Review')
  const [asked, setAsked] = useState<string | null>(null)
  const storeOf = new Map(stores)
  const rowOf = useGroupRow(storeOf, storeId, now)
  const current =
    groups.find(({ key }) => key === asked) ?? groups.find(({ key }) => key === chosen) ?? groups[0]
  const rowAt = (target: EventTarget) =>
    (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row ?? null
  /** A click shows a group that is not shown yet; the key opens it. */
  const choose = (event: MouseEvent) => {
    const key = rowAt(event.target)
    const isKey = event.detail === 0
    const isAlone = !matchMedia('(width >= 64rem)').matches
    if (key === null || isKey || isAlone || key === current?.key) return
    event.preventDefault()
    setAsked(key)
  }
  return (
    <>
      {news}
      {groups.length > 0 || isNarrowed ? <ListFilters address="/review" filters={filters} /> : null}
      <div className="grid flex-1 lg:grid-cols-[minmax(320px,2fr)_minmax(0,3fr)]">
        <div
          className="min-w-0 border-line lg:border-r"
          onClickCapture={choose}
          onFocus={({ target }) => setAsked(rowAt(target) ?? asked)}
        >
          <ListPage
            label={t('title')}
            columns={[{ label: t('age'), width: '3.5rem', isNumber: true }]}
            rows={groups.map((group) => ({ ...rowOf(group), isCurrent: group === current }))}
            empty={<NothingToReview isNarrowed={isNarrowed} />}
          >
            {older ? <Older {...older} storeId={storeId} /> : null}
          </ListPage>
        </div>
        {current ? (
          <section
            aria-label={t('preview')}
            className={
              current.held.length === 0
                ? 'bg-well max-lg:hidden'
                : 'bg-well max-lg:order-first max-lg:border-b max-lg:border-line'
            }
          >
            <div className="lg:sticky lg:top-16 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
              <GroupPreview group={current} storeId={storeId} storeOf={storeOf} />
            </div>
          </section>
        ) : null}
      </div>
    </>
  )
}

function NothingToReview({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations('Review')
  if (isNarrowed) return <Empty Icon={CircleCheck} title={t('noneMatch')} />
  return (
    <Empty
      Icon={CircleCheck}
      title={t('caughtUp')}
      acts={<ButtonLink href="/stores">{t('toStores')}</ButtonLink>}
    >
      {t('caughtUpAbout')}
    </Empty>
  )
}

/** More than a list shows: kept unread, all at once, with one undo. */
function Older({ count, than, storeId }: NonNullable<InboxProps['older']> & { storeId: string }) {
  const t = useTranslations('Review')
  const { run, isBusy, why } = useAct(keepOlder, {
    done: ({ memories, batchIds }) =>
      batchIds.length > 0 ? t('settled', { count: memories }) : undefined,
    undo:
      ({ batchIds }) =>
      () =>
        undoSettled({ groupKey: '', batchIds }),
  })
  return (
    <div className="px-4 py-3">
      <Notice
        tone="plain"
        acts={
          <Button
            size="small"
            isBusy={isBusy}
            onClick={() => void run({ than, storeId: storeId || undefined })}
          >
            {t('keepOlder')}
          </Button>
        }
      >
        {t('olderAbout', { count })}
      </Notice>
      <WhyNot why={why} />
    </div>
  )
}
