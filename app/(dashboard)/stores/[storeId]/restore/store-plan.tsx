import { formats, texts } from '@/components/i18n/server-texts'
import { leftOutBy, type Search } from '@/components/plan/plan-address'
import { NoPlan, PlanPage } from '@/components/plan/plan-page'
import { PERSON } from '@/components/commands/attempt'
import { database } from '@/lib/db/open-database'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { storeMoment } from '@/lib/store/time/store-moment'
import { recentPlan } from '@/lib/store/undo/recent-plans'
import { restoredTexts, restoreStore } from '@/lib/store/undo/restore-store'
import { LostLines } from './lost-lines'

export interface StorePlanProps {
  store: MemoryStore
  /** the change after which the store is to be again as it was */
  sequence: number
  search: Search
}

/** The plan of restoring a store to a moment. */
export async function StorePlan({ store, sequence, search }: StorePlanProps) {
  const t = await texts()
  const format = await formats()
  const crumbs = [{ href: `/stores/${store.id}`, label: store.name }]
  const { at: time } = await storeMoment(database(), { storeId: store.id, sequence })
  const title =
    time === null
      ? t('Restore.titleStart')
      : t('Restore.titleMoment', {
          time: format.dateTime(time, { dateStyle: 'medium', timeStyle: 'medium' }),
        })
  if (store.archivedAt !== null) {
    return <NoPlan crumbs={crumbs} title={title} nothing={t('Problem.store_archived')} />
  }
  const at = { sequence }
  const planOf = (withoutMemoryIds: readonly string[]) => {
    const wanted = { storeId: store.id, at, withoutMemoryIds }
    return recentPlan(database(), JSON.stringify(wanted), () =>
      restoreStore(database(), { ...wanted, isDryRun: true, cause: PERSON }),
    )
  }
  const all = await planOf([])
  const asked = new Set(leftOutBy(search))
  const leftOut = all.plan.willChange.filter(({ memoryId }) => asked.has(memoryId))
  const withoutMemoryIds = leftOut.map(({ memoryId }) => memoryId)
  const { plan, planHash } = leftOut.length === 0 ? all : await planOf(withoutMemoryIds)
  const count = plan.willChange.length
  return (
    <PlanPage
      crumbs={crumbs}
      title={title}
      act={{ kind: 'store', storeId: store.id, sequence, withoutMemoryIds, plan: planHash }}
      run={{ words: t('Restore.runStore', { count }), busy: t('Restore.running') }}
      plan={plan}
      leftOut={leftOut}
      all={all.plan.willChange}
      page={`/stores/${store.id}/restore`}
      search={search}
      nothing={t('Restore.nothing')}
      stays={t('Restore.stays')}
      textsOf={(memoryIds) => restoredTexts(database(), { storeId: store.id, at, memoryIds })}
      about={(_, text) => Promise.resolve(<LostLines storeId={store.id} text={text} />)}
    />
  )
}
