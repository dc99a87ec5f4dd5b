import type { Metadata } from 'next'
import { Link } from '@/components/ui/link'
import { VisiblePath } from '@/components/content/visible-path'
import { FileChanges } from '@/components/diff/file-changes'
import { formats, texts } from '@/components/i18n/server-texts'
import { UndoRun } from '@/components/undo/undo-run'
import { database } from '@/lib/db/database'
import { actorNames } from '@/lib/store/name-actor'
import { StoreError } from '@/lib/store/problems'
import type { RollbackPlan } from '@/lib/store/rollback-plan'
import { undoChanges, type UndoChangesInput } from '@/lib/store/undo-changes'
import { PERSON } from '../../../actions/action'
import { planName } from '../../../actions/plan-name'
import { undoChangesAction } from '../../../actions/undo-changes'
import { storeOf } from '../store-of'
import { chosenChanges, type UndoAddress } from './chosen-changes'
import { plannedFiles } from './planned-files'

export const dynamic = 'force-dynamic'

/** Memories whose differences stand on the page; the others are counted. */
const SHOWN = 50

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/undo'>,
): Promise<Metadata> {
  const t = await texts()
  return { title: `${t('Undo.title')} · ${(await storeOf((await props.params).storeId)).name}` }
}

/** What taking changes back would do, and then doing it; the address names the changes. */
export default async function UndoPage(props: PageProps<'/stores/[storeId]/undo'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const isForced = search.force === '1'
  const changes = await chosenChanges(database(), store.id, addressOf(search))
  const plan = changes === null ? null : await planOf({ storeId: store.id, changes, isForced })
  return (
    <div className="mx-auto max-w-5xl space-y-6 px-4 py-8">
      <header>
        <Link href={`/stores/${store.id}`} className="text-[13px] text-accent hover:underline">
          ← {store.name}
        </Link>
        <h1 className="text-xl font-semibold">{t('Undo.title')}</h1>
        <p className="text-faint">{t('Undo.about')}</p>
      </header>
      {store.archivedAt === null ? null : (
        <p className="text-attention">{t('Problem.store_archived')}</p>
      )}
      {changes === null || plan === null ? (
        <p role="status">{t('Undo.nothingNamed')}</p>
      ) : (
        <>
          <UndoRun
            wanted={{
              storeId: store.id,
              changes: wireChanges(changes),
              isForced,
              plan: planName(plan),
            }}
            count={plan.willChange.length}
            undo={undoChangesAction}
          />
          <Plan storeId={store.id} plan={plan} forcedAddress={forcedAddress(store.id, search)} />
        </>
      )}
    </div>
  )
}

async function Plan({
  storeId,
  plan,
  forcedAddress,
}: {
  storeId: string
  plan: RollbackPlan
  forcedAddress: string
}) {
  const t = await texts()
  const format = await formats()
  const { willChange, alreadySo, changedSince, cannot } = plan
  const names = await actorNames(
    database(),
    changedSince.map(({ by }) => by.id),
  )
  const part = plannedFiles.bind(null, database(), storeId)
  return (
    <div className="space-y-6">
      <section className="space-y-2">
        <h2 className="font-medium">{t('Undo.willChange', { count: willChange.length })}</h2>
        <FileChanges
          label={t('Undo.willChange', { count: willChange.length })}
          changes={await part(willChange.slice(0, SHOWN), () => null)}
        />
        {willChange.length > SHOWN ? (
          <p className="text-faint">{t('Undo.more', { count: willChange.length - SHOWN })}</p>
        ) : null}
      </section>
      {changedSince.length === 0 ? null : (
        <section className="space-y-2">
          <h2 className="font-medium">{t('Undo.changedSince', { count: changedSince.length })}</h2>
          <p className="text-faint">
            {t('Undo.changedSinceAbout')}{' '}
            <Link href={forcedAddress} className="text-accent hover:underline">
              {t('Undo.force')}
            </Link>
          </p>
          <FileChanges
            label={t('Undo.changedSince', { count: changedSince.length })}
            changes={await part(
              changedSince.slice(0, SHOWN).map((change) => ({
                ...change,
                note: t('Undo.by', {
                  name: names.get(change.by.id) ?? `…${change.by.id.slice(-6)}`,
                  time: format.dateTime(change.at, { dateStyle: 'medium', timeStyle: 'short' }),
                }),
              })),
              (change) => ('note' in change ? String(change.note) : null),
            )}
          />
        </section>
      )}
      {cannot.length === 0 ? null : (
        <section className="space-y-2">
          <h2 className="font-medium">{t('Undo.cannot', { count: cannot.length })}</h2>
          <ul className="text-[13px]">
            {cannot.map(({ memoryId, before, after, reason }) => (
              <li key={memoryId}>
                <span className="font-mono">
                  <VisiblePath path={after?.path ?? before?.path ?? ''} />
                </span>
                : {t(`Undo.reason_${reason}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {alreadySo.length === 0 ? null : (
        <section className="space-y-2">
          <h2 className="font-medium">{t('Undo.alreadySo', { count: alreadySo.length })}</h2>
          <ul className="font-mono text-[13px] text-faint">
            {alreadySo.slice(0, SHOWN).map(({ memoryId, before, after }) => (
              <li key={memoryId}>
                <VisiblePath path={after?.path ?? before?.path ?? memoryId} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

async function planOf(
  input: Pick<UndoChangesInput, 'storeId' | 'changes' | 'isForced'>,
): Promise<RollbackPlan | null> {
  try {
    return (await undoChanges(database(), { ...input, isDryRun: true, cause: PERSON })).plan
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}

type Search = Record<string, string | string[] | undefined>

function addressOf(search: Search): UndoAddress {
  const one = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  const [from, to] = [Number(one('from')), Number(one('to'))]
  const isBetween = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from < to
  return {
    session: one('session'),
    batch: one('batch'),
    versions: search.version === undefined ? undefined : [search.version].flat(),
    between: isBetween ? { from, to } : undefined,
  }
}

function forcedAddress(storeId: string, search: Search): string {
  const address = new URLSearchParams({ force: '1' })
  for (const [name, value] of Object.entries(search)) {
    for (const each of [value ?? []].flat()) if (name !== 'force') address.append(name, each)
  }
  return `/stores/${storeId}/undo?${address}`
}

/** As it can be sent to the browser and back. */
function wireChanges(
  changes: UndoChangesInput['changes'],
): { sessionId: string } | { versionIds: string[] } {
  return 'sessionId' in changes ? changes : { versionIds: [...changes.versionIds] }
}
