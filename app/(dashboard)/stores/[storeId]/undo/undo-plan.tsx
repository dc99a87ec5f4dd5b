import { VisiblePath } from '@/components/content/visible-path'
import { type FileChange, FileChanges } from '@/components/diff/file-changes'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { actorNames } from '@/lib/store/name-actor'
import type { RollbackPlan } from '@/lib/store/model/rollback-plan'
import { type UndoneText, undoneTexts } from '@/lib/store/undone-texts'
import type { ChosenChanges } from '@/lib/store/undo-changes'
import { plainName } from '@/lib/text/plain-text'
import { undoAddress } from './undo-address'

/** Memories per page of a group. */
const A_PAGE = 50

type Search = Record<string, string | string[] | undefined>

export interface UndoPlanProps {
  wanted: { storeId: string; changes: ChosenChanges; isForced: boolean }
  plan: RollbackPlan
  /** of the address, which holds each group's page */
  search: Search
}

/** A plan in its four groups, a page of each, with the differences. */
export async function UndoPlan({ wanted, plan, search }: UndoPlanProps) {
  const t = await texts()
  const { storeId } = wanted
  const page = `/stores/${storeId}/undo`
  const willChange = pageOf(plan.willChange, search, 'will')
  const changedSince = pageOf(plan.changedSince, search, 'since')
  const cannot = pageOf(plan.cannot, search, 'cannot')
  const alreadySo = pageOf(plan.alreadySo, search, 'so')
  const contents = new Map(
    (
      await undoneTexts(database(), {
        ...wanted,
        memoryIds: [...willChange.shown, ...changedSince.shown].map(({ memoryId }) => memoryId),
      })
    ).map((text) => [text.memoryId, text]),
  )
  const notes = await notesOf(changedSince.shown)
  return (
    <div className="space-y-6">
      <section className="space-y-2">
        <h2 className="font-medium">{t('Undo.willChange', { count: plan.willChange.length })}</h2>
        <FileChanges
          label={t('Undo.willChange', { count: plan.willChange.length })}
          changes={willChange.shown.map((change) => fileOf(storeId, change, contents))}
        />
        <Pages {...willChange} page={page} search={search} name="will" />
      </section>
      {plan.changedSince.length === 0 ? null : (
        <section className="space-y-2">
          <h2 className="font-medium">
            {t('Undo.changedSince', { count: plan.changedSince.length })}
          </h2>
          <p className="text-ink-3">
            {t('Undo.changedSinceAbout')}{' '}
            <Link
              href={undoAddress(page, search, { force: '1' })}
              className="text-accent underline underline-offset-2"
            >
              {t('Undo.force')}
            </Link>
          </p>
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
      {plan.cannot.length === 0 ? null : (
        <section className="space-y-2">
          <h2 className="font-medium">{t('Undo.cannot', { count: plan.cannot.length })}</h2>
          <ul className="text-sm">
            {cannot.shown.map(({ memoryId, before, after, reason }) => (
              <li key={memoryId}>
                <span className="font-mono">
                  <VisiblePath path={after?.path ?? before?.path ?? t('Memory.redactedPath')} />
                </span>
                : {t(`Undo.reason_${reason}`)}
              </li>
            ))}
          </ul>
          <Pages {...cannot} page={page} search={search} name="cannot" />
        </section>
      )}
      {plan.alreadySo.length === 0 ? null : (
        <section className="space-y-2">
          <h2 className="font-medium">{t('Undo.alreadySo', { count: plan.alreadySo.length })}</h2>
          <ul className="font-mono text-sm text-ink-3">
            {alreadySo.shown.map(({ memoryId, before, after }) => (
              <li key={memoryId}>
                <VisiblePath path={after?.path ?? before?.path ?? memoryId} />
              </li>
            ))}
          </ul>
          <Pages {...alreadySo} page={page} search={search} name="so" />
        </section>
      )}
    </div>
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
          className="text-accent underline underline-offset-2"
        >
          {t('Undo.previous')}
        </Link>
      )}
      {to === count ? null : (
        <Link
          href={undoAddress(page, search, { [name]: String(number + 1) })}
          className="text-accent underline underline-offset-2"
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

/** Who changed each of these since, and when. */
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
        name: plainName(names.get(by.id) ?? `…${by.id.slice(-6)}`),
        time: format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' }),
      }),
    ]),
  )
}
