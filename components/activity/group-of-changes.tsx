import { Undo2 } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { ActorName } from '@/components/history/actor-name'
import { texts } from '@/components/i18n/server-texts'
import { callAddress } from '@/components/session/conversation/call-address'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { RelativeTime } from '@/components/ui/relative-time'
import type { GroupSize } from '@/lib/store/changes/count-group'
import { type AgeStep, ageStep } from '@/lib/store/model/age-step'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { subjectOf } from '@/lib/text/subject'
import type { ChangeGroupsProps } from './shown-changes'
import { ChangeRow } from './change-row'
import type { ChangeGroup } from './group-changes'
import { authorOf } from '@/lib/store/model/author-of'
import { WriterMark } from '@/components/history/writer-mark'

export type GroupOfChangesProps = Omit<ChangeGroupsProps, 'changes' | 'sizes'> & {
  group: ChangeGroup
  /** of the whole group, of which `group` may be a part */
  size: GroupSize
}

/** Rows of a group that are seen at once; the rest unfolds. */
const ROWS = 6

const LINE: Record<AgeStep, string> = {
  0: 'bg-age-0',
  1: 'bg-age-1',
  2: 'bg-age-2',
  3: 'bg-age-3',
  4: 'bg-age-4',
  5: 'bg-age-5',
}

/** Changes that were made together: who, where, when, what for, and each of them. */
export async function GroupOfChanges({ group, size, ...shown }: GroupOfChangesProps) {
  const t = await texts()
  const { names, now, opened } = shown
  const [first] = group
  const rows = group.map((change) => <ChangeRow key={change.id} change={change} {...shown} />)
  const rest = group.slice(ROWS)
  const isWhole = !size.isCut && size.changeCount === group.length
  return (
    <li className="grid gap-x-3 md:grid-cols-[4.5rem_22px_minmax(0,1fr)]">
      <span className="pt-px text-right text-xs leading-[22px] text-ink-3 max-md:hidden">
        <LocalTime time={first.createdAt} shows="clock" />
      </span>
      <div className="flex flex-col items-center gap-1.5 max-md:hidden">
        <WriterMark
          actor={authorOf(first)}
          names={names}
          isImport={first.batch?.kind === 'history'}
        />
        <span
          aria-hidden
          className={classNames('w-0.5 flex-1 rounded-full', LINE[ageStep(first.createdAt, now)])}
        />
      </div>
      <div className="min-w-0">
        <GroupHead group={group} size={size} {...shown} />
        <div className="mt-2 overflow-clip rounded-card border border-line-2">
          <ul className="divide-y divide-line">{rows.slice(0, ROWS)}</ul>
          {rest.length === 0 ? null : (
            <details open={rest.some(({ id }) => id === opened)} className="border-t border-line">
              <summary className="cursor-pointer px-3 py-1.5 text-ink-2 outline-offset-[-2px] hover:bg-hover">
                {t(isWhole ? 'Activity.more' : 'Activity.moreOf', {
                  count: rest.length,
                  total: size.changeCount,
                  isCut: String(size.isCut),
                })}
              </summary>
              <ul className="divide-y divide-line border-t border-line">{rows.slice(ROWS)}</ul>
            </details>
          )}
        </div>
      </div>
    </li>
  )
}

async function GroupHead({ group, size, ...shown }: GroupOfChangesProps) {
  const t = await texts()
  const { names, titles, stores, now, addressOf } = shown
  const [first] = group
  const { batch, sessionId } = first
  const message = batch?.message?.trim().split('\n', 1)[0]?.trim() ?? ''
  const sessionTitle = sessionId === null ? undefined : titles.get(sessionId)
  const { prefix, words } = subjectOf(message || (sessionTitle ?? ''))
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <h3 className="line-clamp-2 text-title font-semibold wrap-anywhere">
          {words === '' ? (
            t('Activity.changed', { count: size.memoryCount, isCut: String(size.isCut) })
          ) : (
            <VisibleText text={words} />
          )}
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 leading-6 text-ink-3">
          <Link
            href={addressOf({ actor: authorOf(first).id })}
            className="font-medium wrap-anywhere text-ink-2 hover:underline"
          >
            <ActorName actor={authorOf(first)} names={names} />
          </Link>
          {batch ? <span>{t('History.batch', { kind: batch.kind })}</span> : null}
          <Link href={`/stores/${first.storeId}`} className="wrap-anywhere hover:underline">
            <VisibleLabel text={stores.get(first.storeId) ?? ''} />
          </Link>
          {prefix === null ? null : (
            <span className="wrap-anywhere">
              <VisibleText text={prefix} />
            </span>
          )}
          {sessionId === null ? null : (
            <Link href={addressOf({ session: sessionId })} className="hover:underline">
              {t('Activity.onlySession')}
            </Link>
          )}
          {sessionId !== null && sessionTitle !== undefined ? (
            <Link href={callAddress(sessionId, first.toolUseId)} className="hover:underline">
              {t('Activity.openSession')}
            </Link>
          ) : null}
          <span className="md:hidden">
            <RelativeTime time={first.createdAt} now={now} />
          </span>
        </p>
      </div>
      <Link
        href={undoAddress(first)}
        className={buttonVariants({ variant: 'quiet', size: 'small' })}
        aria-label={t(sessionId === null || batch ? 'Activity.undo' : 'Activity.undoSession')}
      >
        <Undo2 size={14} aria-hidden />
        <span className="max-md:hidden">{t('Undo.link')}</span>
      </Link>
    </div>
  )
}

/** Links to undoing a group. */
function undoAddress({ storeId, id, batch, sessionId }: MemoryVersion): string {
  const what = new URLSearchParams()
  if (batch) what.set('batch', batch.id)
  else if (sessionId !== null) what.set('session', sessionId)
  else what.set('version', id)
  return `/stores/${storeId}/undo?${what}`
}
