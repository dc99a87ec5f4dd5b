import type { Metadata } from 'next'
import { VisibleLabel } from '@/components/content/visible-label'
import { Link } from '@/components/ui/link'
import { texts } from '@/components/i18n/server-texts'
import { UndoRun } from '@/components/undo/undo-run'
import { database } from '@/lib/db/open-database'
import { StoreError } from '@/lib/store/model/problems'
import type { RollbackResult } from '@/lib/store/model/rollback-plan'
import { type ChosenChanges, undoChanges } from '@/lib/store/undo-changes'
import { plainName } from '@/lib/text/plain-text'
import { PERSON } from '@/components/commands/attempt'
import { storeOf } from '../store-of'
import { UndoPlan } from './undo-plan'
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

/** Previews undoing changes, and does it; the address names the changes. */
export default async function UndoPage(props: PageProps<'/stores/[storeId]/undo'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const isForced = search.force === '1'
  const changes = changesNamed(search)
  const planned = changes === null ? null : await planOf({ storeId: store.id, changes, isForced })
  return (
    <div className="sheet space-y-6 px-5 py-4" data-page="index">
      <header>
        <Link href={`/stores/${store.id}`} className="text-sm text-accent hover:underline">
          ← <VisibleLabel text={store.name} />
        </Link>
        <h1 className="text-xl font-semibold">{t('Undo.title')}</h1>
        <p className="text-ink-3">{t('Undo.about')}</p>
      </header>
      {store.archivedAt === null ? null : (
        <p className="text-caution">{t('Problem.store_archived')}</p>
      )}
      {changes === null || planned === null || isOfNothing(planned) ? (
        <p role="status">{t('Undo.nothingNamed')}</p>
      ) : (
        <>
          <UndoRun
            key={JSON.stringify(changes)}
            wanted={{
              storeId: store.id,
              changes: wireChanges(changes),
              isForced,
              plan: planned.planHash,
            }}
            count={planned.plan.willChange.length}
          />
          <UndoPlan
            wanted={{ storeId: store.id, changes, isForced }}
            plan={planned.plan}
            search={search}
          />
        </>
      )}
    </div>
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
