import Link from 'next/link'
import { ActorName } from '@/components/history/actor-name'
import { texts } from '@/components/i18n/server-texts'
import { RelativeTime } from '@/components/ui/relative-time'
import type { MemoryVersion } from '@/lib/store/memory-version'
import { humanSize } from '@/lib/text/human-size'

export interface ChangeGroupsProps {
  changes: readonly MemoryVersion[]
  /** names of actors, and of stores, by id */
  names: ReadonlyMap<string, string>
  stores: ReadonlyMap<string, string>
  now: number
}

/** Changes, newest first; what one session or one act changed in a row stands together. */
export async function ChangeGroups({ changes, names, stores, now }: ChangeGroupsProps) {
  const t = await texts()
  return (
    <ol aria-label={t('Activity.changes')} className="space-y-6">
      {groupsOf(changes).map((group) => (
        <Group key={group[0].id} group={group} names={names} stores={stores} now={now} />
      ))}
    </ol>
  )
}

type Group = readonly [MemoryVersion, ...MemoryVersion[]]

/** The same writer in the same session, or in one batch, one after another. */
function groupsOf(changes: readonly MemoryVersion[]): Group[] {
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
  names,
  stores,
  now,
}: Omit<ChangeGroupsProps, 'changes'> & { group: Group }) {
  const t = await texts()
  const [first] = group
  const { batch, sessionId } = first
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4 border-b border-line pb-1">
        <p className="min-w-0 truncate">
          <span className="font-medium">
            <ActorName actor={first.createdBy} names={names} />
          </span>
          <span className="text-faint">
            {batch ? ` · ${t('History.batch', { kind: batch.kind })}` : ''}
            {batch?.message ? ` · ${batch.message}` : ''} ·{' '}
          </span>
          <Link href={`/stores/${first.storeId}`} className="text-faint hover:underline">
            {stores.get(first.storeId)}
          </Link>
          {sessionId === null ? null : (
            <Link
              href={`/activity?session=${encodeURIComponent(sessionId)}`}
              className="ml-2 font-mono text-xs text-accent hover:underline"
            >
              {sessionId}
            </Link>
          )}
        </p>
        <span className="shrink-0 text-faint">
          <RelativeTime time={first.createdAt} now={now} />
        </span>
      </div>
      <ul>
        {group.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
    </li>
  )
}

async function Change({ change }: { change: MemoryVersion }) {
  const t = await texts()
  const operation = change.redactedAt === null ? change.operation : 'redacted'
  return (
    <li className="flex items-baseline gap-3 py-0.5 text-[13px]">
      <span className="w-24 shrink-0 text-faint">{t(`History.${operation}`)}</span>
      <Link
        href={`/stores/${change.storeId}?memory=${change.memoryId}&version=${change.id}&diff=before`}
        className="min-w-0 truncate font-mono text-accent hover:underline"
      >
        {change.path ?? t('Memory.redactedPath')}
      </Link>
      <span className="ml-auto shrink-0 text-xs text-faint tabular-nums">
        v{change.ordinal}
        {change.size === null ? '' : ` · ${humanSize(change.size)}`}
      </span>
    </li>
  )
}
