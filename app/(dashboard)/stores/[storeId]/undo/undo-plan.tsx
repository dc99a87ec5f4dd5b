import { GitMerge, History, Split, Undo2 } from 'lucide-react'
import { actorAfterBy } from '@/components/history/actor-words'
import { type FileChange, FileChanges } from '@/components/diff/file-changes'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Point, Points } from '@/components/ui/points'
import { LeaveOutKey } from '@/components/undo/leave-out-key'
import { database } from '@/lib/db/open-database'
import { actorNames } from '@/lib/store/stores/name-actor'
import type { RollbackPlan } from '@/lib/store/model/rollback-plan'
import { type UndoneText, undoneTexts, type ChosenChanges } from '@/lib/store/undo/undo-changes'
import { plainName } from '@/lib/text/plain-text'
import { Groups } from './groups'
import { UndoHead } from './undo-head'
import { countLines } from '@/lib/text/text-diff'
import { undoAddress } from './undo-address'

/** Memories per page of a group. */
const A_PAGE = 50

type Search = Record<string, string | string[] | undefined>

export interface UndoPlanProps {
  wanted: { storeId: string; changes: ChosenChanges; isForced: boolean }
  plan: RollbackPlan
  /** changes that the person left out */
  leftOut: RollbackPlan['willChange']
  /** of the address, which holds each group's page */
  search: Search
}

/** A plan: its four groups on the left, the differences in the middle, on the right what stays. */
export async function UndoPlan({ wanted, plan, leftOut, search }: UndoPlanProps) {
  const t = await texts()
  const { storeId } = wanted
  const page = `/stores/${storeId}/undo`
  const willChange = pageOf(plan.willChange, search, 'will')
  const changedSince = pageOf(plan.changedSince, search, 'since')
  const contents = new Map(
    (
      await undoneTexts(database(), {
        ...wanted,
        memoryIds: [...willChange.shown, ...changedSince.shown].map(({ memoryId }) => memoryId),
      })
    ).map((text) => [text.memoryId, text]),
  )
  const notes = await notesOf(changedSince.shown)
  const lines = new Map(
    willChange.shown.flatMap(({ memoryId }) => {
      const text = contents.get(memoryId)
      if (!text) return []
      const counts = countLines(text.before?.content ?? '', text.after?.content ?? '')
      return counts ? [[memoryId, counts] as const] : []
    }),
  )
  const canForce = plan.changedSince.length > 0
  const leftAlone = plan.changedSince.length + plan.cannot.length + leftOut.length
  return (
    <>
      <UndoHead changes={wanted.changes} plan={plan} leftAlone={leftAlone} lines={lines} />
      <div className="undo-panes min-h-0 flex-1 max-lg:overflow-auto max-md:overflow-visible">
        <Groups plan={plan} lines={lines} leftOut={leftOut} page={page} search={search} />
        <section
          aria-label={t('Undo.differences')}
          tabIndex={0}
          className="undo-differences min-w-0 space-y-6 overflow-auto p-4 outline-offset-[-2px] max-lg:overflow-visible"
        >
          {plan.willChange.length === 0 ? (
            <div role="status">
              <EmptyState Icon={Undo2} title={t('Undo.nothing')}>
                {t('Undo.nothingLeft')}
              </EmptyState>
            </div>
          ) : (
            <section className="space-y-2">
              <h2 className="font-semibold">
                {t('Undo.willChange', { count: plan.willChange.length })}
              </h2>
              <FileChanges
                label={t('Undo.willChange', { count: plan.willChange.length })}
                changes={willChange.shown.map((change) => fileOf(storeId, change, contents))}
              />
              <Pages {...willChange} page={page} search={search} name="will" />
            </section>
          )}
          {plan.changedSince.length === 0 ? null : (
            <section className="space-y-2">
              <h2 className="font-semibold">
                {t('Undo.changedSince', { count: plan.changedSince.length })}
              </h2>
              <FileChanges
                label={t('Undo.changedSince', { count: plan.changedSince.length })}
                changes={changedSince.shown.map((change) => {
                  const file = fileOf(storeId, change, contents)
                  const isMergeable = file.before !== null && file.after !== null
                  const merge = undoAddress(`${page}/merge`, search, { memory: change.memoryId })
                  return {
                    ...file,
                    note: notes.get(change.memoryId) ?? null,
                    ...(isMergeable ? { mergeHref: merge } : {}),
                  }
                })}
              />
              <Pages {...changedSince} page={page} search={search} name="since" />
            </section>
          )}
        </section>
        <aside
          aria-label={t('Undo.stays')}
          tabIndex={0}
          className="undo-stays overflow-auto border-line p-4 outline-offset-[-2px] max-xl:flex max-xl:flex-wrap max-xl:gap-x-8 max-xl:gap-y-3 max-lg:border-t lg:max-xl:border-b xl:space-y-5 xl:border-l"
        >
          <Points title={t('Undo.stays')}>
            <Point Icon={History}>{t('Undo.stays_versions')}</Point>
            <Point Icon={GitMerge}>{t('Undo.stays_others')}</Point>
          </Points>
          {leftAlone === 0 ? null : (
            <div className="rounded-card bg-caution-bg p-3 shadow-[inset_0_0_0_1px_var(--caution-line)]">
              <p className="flex items-start gap-2.5">
                <Split
                  size={15}
                  strokeWidth={1.75}
                  aria-hidden
                  className="mt-[3px] shrink-0 text-caution"
                />
                <span>
                  <strong className="font-semibold">
                    {t('Undo.leftAlone', { count: leftAlone })}
                  </strong>{' '}
                  {canForce
                    ? t('Undo.changedSinceAbout', { count: plan.changedSince.length })
                    : null}
                </span>
              </p>
              {canForce ? (
                <Link
                  href={undoAddress(page, search, { force: '1' })}
                  className={`${buttonVariants({ size: 'small' })} mt-2 ml-6`}
                >
                  {t('Undo.force')}
                </Link>
              ) : null}
            </div>
          )}
        </aside>
        <LeaveOutKey />
      </div>
    </>
  )
}

interface ShownPage<Change> {
  shown: Change[]
  /** index of the first one shown, from 0 */
  from: number
  count: number
}

function pageOf<Change>(
  changes: readonly Change[],
  search: Search,
  name: string,
): ShownPage<Change> {
  const asked = Number(search[name] ?? 0)
  const last = Math.max(Math.ceil(changes.length / A_PAGE) - 1, 0)
  const number = Number.isSafeInteger(asked) ? Math.min(Math.max(asked, 0), last) : 0
  const from = number * A_PAGE
  return { shown: changes.slice(from, from + A_PAGE), from, count: changes.length }
}

async function Pages({
  from,
  count,
  page,
  search,
  name,
}: Omit<ShownPage<unknown>, 'shown'> & { page: string; search: Search; name: string }) {
  const t = await texts()
  if (count <= A_PAGE) return null
  const number = from / A_PAGE
  const to = Math.min(from + A_PAGE, count)
  return (
    <p className="flex gap-4 text-sm tabular-nums">
      <span className="text-ink-3">{t('Undo.range', { from: from + 1, to, count })}</span>
      {from === 0 ? null : (
        <Link
          href={undoAddress(page, search, { [name]: String(number - 1) })}
          className="underline underline-offset-2"
        >
          {t('Undo.previous')}
        </Link>
      )}
      {to === count ? null : (
        <Link
          href={undoAddress(page, search, { [name]: String(number + 1) })}
          className="underline underline-offset-2"
        >
          {t('Undo.next')}
        </Link>
      )}
    </p>
  )
}

function fileOf(
  storeId: string,
  { memoryId }: { memoryId: string },
  contents: ReadonlyMap<string, UndoneText>,
): FileChange {
  const text = contents.get(memoryId)
  return {
    memoryId,
    before: text?.before ?? null,
    after: text?.after ?? null,
    href: `/stores/${storeId}?memory=${memoryId}`,
    note: null,
  }
}

/** Words who changed each of these memories since, and when. */
async function notesOf(changes: RollbackPlan['changedSince']): Promise<Map<string, string>> {
  const t = await texts()
  const format = await formats()
  const names = await actorNames(
    database(),
    changes.map(({ by }) => by.id),
  )
  return new Map(
    changes.map(({ memoryId, by, at }) => [
      memoryId,
      t('Undo.by', {
        name: plainName(actorAfterBy(t, by, names)),
        time: format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' }),
      }),
    ]),
  )
}
