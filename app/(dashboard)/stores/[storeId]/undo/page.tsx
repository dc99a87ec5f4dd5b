import type { Metadata } from 'next'
import { actorAfterBy } from '@/components/history/actor-words'
import { formats, texts } from '@/components/i18n/server-texts'
import { leftOutBy } from '@/components/plan/plan-address'
import { NoPlan, PlanPage } from '@/components/plan/plan-page'
import { sessionNames } from '@/components/session/session-names'
import { database } from '@/lib/db/open-database'
import { StoreError } from '@/lib/store/model/problems'
import type { RollbackPlan, RollbackResult } from '@/lib/store/model/rollback-plan'
import { actorNames } from '@/lib/store/stores/name-actor'
import { recentPlan } from '@/lib/store/undo/recent-plans'
import { type ChosenChanges, undoChanges, undoneTexts } from '@/lib/store/undo/undo-changes'
import { plainName } from '@/lib/text/plain-text'
import { PERSON } from '@/components/commands/attempt'
import { storeOf } from '../store-of'
import { changesNamed } from './undo-address'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/undo'>,
): Promise<Metadata> {
  const t = await texts()
  return {
    title: `${t('Undo.title')} · ${plainName((await storeOf((await props.params).storeId)).name)}`,
  }
}

/** Previews undoing changes, and does it; the address names the changes, and what is left out. */
export default async function UndoPage(props: PageProps<'/stores/[storeId]/undo'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const changes = changesNamed(search)
  const crumbs = [{ href: `/stores/${store.id}`, label: store.name }]
  const wanted = { storeId: store.id, isForced: search.force === '1' }
  const all = changes === null ? null : await planOf({ ...wanted, changes })
  if (changes === null || all === null || isOfNothing(all)) {
    return (
      <NoPlan crumbs={crumbs} title={t('Undo.title')} nothing={t('Undo.nothing')}>
        {store.archivedAt === null ? t('Undo.nothingNamed') : t('Problem.store_archived')}
      </NoPlan>
    )
  }
  const asked = new Set(leftOutBy(search))
  const leftOut = all.plan.willChange.filter(({ memoryId }) => asked.has(memoryId))
  const withoutMemoryIds = leftOut.map(({ memoryId }) => memoryId)
  const planned =
    leftOut.length === 0 ? all : ((await planOf({ ...wanted, changes, withoutMemoryIds })) ?? all)
  const count = planned.plan.willChange.length
  return (
    <PlanPage
      crumbs={crumbs}
      title={await titleOf(changes)}
      act={{
        kind: 'undo',
        ...wanted,
        changes: wireChanges(changes),
        withoutMemoryIds,
        plan: planned.planHash,
      }}
      run={{ words: t('Undo.run', { count }), busy: t('Undo.running') }}
      plan={planned.plan}
      leftOut={leftOut}
      all={all.plan.willChange}
      page={`/stores/${store.id}/undo`}
      search={search}
      canMerge
      nothing={t('Undo.nothing')}
      stays={t('Undo.stays')}
      textsOf={(memoryIds) => undoneTexts(database(), { ...wanted, changes, memoryIds })}
      about={({ memoryId }) => changedSince(planned.plan, memoryId)}
    />
  )
}

async function titleOf(changes: ChosenChanges): Promise<string> {
  const t = await texts()
  if ('from' in changes) {
    return t('Undo.headRange', { from: changes.from + 1, to: changes.to })
  }
  if ('versionIds' in changes) return t('Undo.headVersions', { count: changes.versionIds.length })
  if ('batchId' in changes) return t('Undo.headBatch')
  if ('changesetId' in changes) return t('Undo.headChangeset')
  const { sessionId } = changes
  const title = (await sessionNames([sessionId])).get(sessionId) ?? sessionId
  return t('Undo.headSession', { title: plainName(title) })
}

function isOfNothing({ plan }: RollbackResult): boolean {
  const { willChange, alreadySo, changedSince, cannot } = plan
  return willChange.length + alreadySo.length + changedSince.length + cannot.length === 0
}

async function planOf(input: {
  storeId: string
  changes: ChosenChanges
  isForced: boolean
  withoutMemoryIds?: readonly string[]
}): Promise<RollbackResult | null> {
  try {
    return await recentPlan(database(), JSON.stringify(input), () =>
      undoChanges(database(), { ...input, isDryRun: true, cause: PERSON }),
    )
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}

/** Serializable, for the round trip through the browser. */
function wireChanges(
  changes: ChosenChanges,
): Exclude<ChosenChanges, { versionIds: readonly string[] }> | { versionIds: string[] } {
  return 'versionIds' in changes ? { versionIds: [...changes.versionIds] } : changes
}

/** Says who changed a memory since, and when; null: nobody did. */
async function changedSince(plan: RollbackPlan, memoryId: string) {
  const change = plan.changedSince.find((each) => each.memoryId === memoryId)
  if (!change) return null
  const t = await texts()
  const format = await formats()
  const names = await actorNames(database(), [change.by.id])
  return (
    <p className="border-b border-caution-line bg-caution-bg px-4 py-2">
      {t('Undo.by', {
        name: plainName(actorAfterBy(t, change.by, names)),
        time: format.dateTime(change.at, { dateStyle: 'medium', timeStyle: 'short' }),
      })}
    </p>
  )
}
