import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { Link } from '@/components/ui/link'
import type { ReactNode } from 'react'
import { VisiblePath } from '@/components/content/visible-path'
import { callAddress } from '@/components/session/call-address'
import { ActorName } from '@/components/history/actor-name'
import { texts } from '@/components/i18n/server-texts'
import { RelativeTime } from '@/components/ui/relative-time'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { shownSize } from '@/lib/text/shown-size'

export interface ChangeGroupsProps {
  changes: readonly MemoryVersion[]
  /** names of actors, and of stores, by id */
  names: ReadonlyMap<string, string>
  stores: ReadonlyMap<string, string>
  now: number
  /** the version whose difference is expanded; null: none */
  opened: string | null
  /** the page with another version expanded, or filtered by an actor */
  addressOf: (change: { open?: string | null; actor?: string; session?: string }) => string
  diffOf: (change: MemoryVersion) => ReactNode
}

/** Changes, newest first; adjacent ones of one session or batch are grouped. */
export async function ChangeGroups({ changes, ...shown }: ChangeGroupsProps) {
  const t = await texts()
  return (
    <ol aria-label={t('Activity.changes')} className="space-y-6">
      {groupsOf(changes).map((group) => (
        <Group key={group[0].id} group={group} {...shown} />
      ))}
    </ol>
  )
}

type ChangeGroup = readonly [MemoryVersion, ...MemoryVersion[]]

/** Groups adjacent changes by the same writer in the same session or batch. */
function groupsOf(changes: readonly MemoryVersion[]): ChangeGroup[] {
  const groups: [MemoryVersion, ...MemoryVersion[]][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last && isTogether(last[0], change)) last.push(change)
    else groups.push([change])
  }
  return groups
}

function isTogether(one: MemoryVersion, other: MemoryVersion): boolean {
  if (one.storeId !== other.storeId) return false
  if (one.batch || other.batch) return one.batch?.id === other.batch?.id
  return one.createdBy.id === other.createdBy.id && one.sessionId === other.sessionId
}

async function Group({
  group,
  ...shown
}: Omit<ChangeGroupsProps, 'changes'> & { group: ChangeGroup }) {
  const t = await texts()
  const { names, stores, now, addressOf } = shown
  const [first] = group
  const { batch, sessionId } = first
  return (
    <li>
      <div className="flex items-start justify-between gap-4 border-b border-line pb-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 leading-6">
          <Link
            href={addressOf({ actor: first.createdBy.id })}
            className="font-medium wrap-anywhere hover:underline"
          >
            <ActorName actor={first.createdBy} names={names} />
          </Link>
          {batch ? (
            <span className="text-ink-3">{t('History.batch', { kind: batch.kind })}</span>
          ) : null}
          <Link
            href={`/stores/${first.storeId}`}
            className="text-ink-3 wrap-anywhere hover:underline"
          >
            <VisibleLabel text={stores.get(first.storeId) ?? ''} />
          </Link>
          {sessionId === null ? null : (
            <Link
              href={addressOf({ session: sessionId })}
              className="font-mono text-xs leading-6 wrap-anywhere text-accent hover:underline"
            >
              <VisibleLabel text={sessionId} />
            </Link>
          )}
          {sessionId !== null && names.has(sessionId) ? (
            <Link
              href={callAddress(sessionId, first.toolUseId)}
              className="text-xs leading-6 text-accent hover:underline"
            >
              {t('Activity.openSession')}
            </Link>
          ) : null}
          {batch?.message ? (
            <p className="line-clamp-2 w-full text-sm text-ink-3">
              <VisibleText text={batch.message} />
            </p>
          ) : null}
        </div>
        <span className="flex min-h-6 shrink-0 items-center gap-3 text-ink-3">
          <Link
            href={undoAddress(first)}
            className="inline-block text-sm leading-6 text-accent hover:underline"
            aria-label={t(sessionId === null || batch ? 'Activity.undo' : 'Activity.undoSession')}
          >
            {t('Undo.link')}
          </Link>
          <RelativeTime time={first.createdAt} now={now} />
        </span>
      </div>
      <ul>
        {group.map((change) => (
          <Change key={change.id} change={change} {...shown} />
        ))}
      </ul>
    </li>
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

async function Change({
  change,
  opened,
  addressOf,
  diffOf,
}: Pick<ChangeGroupsProps, 'opened' | 'addressOf' | 'diffOf'> & { change: MemoryVersion }) {
  const t = await texts()
  const operation = change.redactedAt === null ? change.operation : 'redacted'
  const isOpen = change.id === opened
  return (
    <li className="text-sm">
      <Link
        href={addressOf({ open: isOpen ? null : change.id })}
        replace
        scroll={false}
        data-change
        aria-expanded={isOpen}
        className="flex min-h-6 items-center gap-3 rounded-mark hover:bg-hover"
      >
        <span className="w-24 shrink-0 text-ink-3">{t(`History.${operation}`)}</span>
        <span className="min-w-0 truncate font-mono text-accent">
          {change.path === null ? t('Memory.redactedPath') : <VisiblePath path={change.path} />}
        </span>
        <span className="ml-auto shrink-0 text-xs text-ink-3 tabular-nums">
          v{change.ordinal}
          {change.size === null ? '' : ` · ${shownSize(change.size)}`}
        </span>
      </Link>
      {isOpen ? diffOf(change) : null}
    </li>
  )
}
