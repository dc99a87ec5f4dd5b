import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Cache } from '@/components/frame/cache'
import { PageWithTexts } from '@/components/i18n/texts'
import { Board } from '@/components/review/board'
import { ReviewNews } from '@/components/review/news'
import { WaitingWrites } from '@/components/approval/waiting-writes'
import { firstLines, shownMemories, standingOf } from '@/components/review/shown-memory'
import { numbersOf } from '@/lib/live/live'
import { changesToReview } from '@/lib/review/change-to-review'
import { listToReview } from '@/lib/review/to-review'
import { getStore } from '@/lib/store/stores'

/** What did this agent change, and is it right? */
export default async function GroupPage({ params, searchParams }: PageProps<'/review/[key]'>) {
  const key = decodeURIComponent((await params).key)
  const t = await getTranslations('Review')
  const at = Object.fromEntries(await numbersOf(['stores']))
  const search = new URLSearchParams((await searchParams) as Record<string, string>)
  const storeId = search.get('store') ?? undefined
  const { groups } = await listToReview({ storeId })
  const group = groups.find((each) => each.key === key)
  const ids = group?.memories.map(({ memoryId }) => memoryId) ?? []
  const changes = await changesToReview(ids)
  search.set('chosen', key)
  if (!group || changes.length === 0) redirect(`/review?${search}`)
  const storeIds = [...new Set([...changes, ...group.held].map(({ storeId }) => storeId))]
  const found = await Promise.all(storeIds.map(getStore))
  const stores = new Map(found.map((each) => [each.id, each]))
  const memories = shownMemories(changes, group.memories, stores)
  return (
    <PageWithTexts texts={['Approval', 'Call', 'Flags', 'Review']} kind="working" name={t('title')}>
      <Cache>
        <Board
          groupKey={key}
          meta={found.map(({ name }) => name).join(', ')}
          memories={memories}
          first={firstLines(changes, memories)}
          above={
            <>
              <ReviewNews
                shown={standingOf([group])}
                search={String(new URLSearchParams({ group: key, store: storeId ?? '' }))}
                at={at}
              />
              {group.held.length === 0 ? null : (
                <section data-held className="grid gap-3 border-b border-line bg-well px-4 py-3">
                  <h2 className="font-semibold">{t('waiting')}</h2>
                  <WaitingWrites
                    held={group.held}
                    storeOf={new Map(found.map(({ id, name }) => [id, name]))}
                  />
                </section>
              )}
            </>
          }
        />
      </Cache>
    </PageWithTexts>
  )
}
