import { Undo2 } from 'lucide-react'
import type { Metadata } from 'next'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { EmptyState } from '@/components/ui/empty-state'
import { UndoRun } from '@/components/undo/undo-run'
import { database } from '@/lib/db/open-database'
import { StoreError } from '@/lib/store/model/problems'
import type { RollbackResult } from '@/lib/store/model/rollback-plan'
import { type ChosenChanges, undoChanges } from '@/lib/store/undo/undo-changes'
import { plainName } from '@/lib/text/plain-text'
import { PERSON } from '@/components/commands/attempt'
import { storeOf } from '../store-of'
import { UndoPlan } from './undo-plan'
import { changesNamed, leftOutBy } from './undo-address'

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
  const crumb = { href: `/stores/${store.id}`, label: store.name }
  const wanted = { storeId: store.id, isForced: search.force === '1' }
  const all = changes === null ? null : await planOf({ ...wanted, changes })
  if (changes === null || all === null || isOfNothing(all)) {
    return (
      <Page kind="index">
        <PageHead crumbs={[crumb]} title={t('Undo.title')} />
        <div role="status">
          <EmptyState Icon={Undo2} title={t('Undo.nothing')}>
            {store.archivedAt === null ? t('Undo.nothingNamed') : t('Problem.store_archived')}
          </EmptyState>
        </div>
      </Page>
    )
  }
  const leftOut = all.plan.willChange.filter(({ memoryId }) => leftOutBy(search).includes(memoryId))
  const withoutMemoryIds = leftOut.map(({ memoryId }) => memoryId)
  const planned =
    leftOut.length === 0 ? all : ((await planOf({ ...wanted, changes, withoutMemoryIds })) ?? all)
  return (
    <Page kind="working">
      <UndoRun
        key={JSON.stringify(changes)}
        crumb={crumb}
        wanted={{
          ...wanted,
          changes: wireChanges(changes),
          withoutMemoryIds,
          plan: planned.planHash,
        }}
        count={planned.plan.willChange.length}
      >
        <UndoPlan
          wanted={{ ...wanted, changes }}
          plan={planned.plan}
          leftOut={leftOut}
          search={search}
        />
        <KeyBar
          keys={[
            'nextRow',
            'previousRow',
            'nextChange',
            'previousChange',
            ...(planned.plan.willChange.length > 0 ? (['leaveOut', 'undoNow'] as const) : []),
          ]}
        />
      </UndoRun>
    </Page>
  )
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
    return await undoChanges(database(), { ...input, isDryRun: true, cause: PERSON })
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
