import { VisibleText } from '@/components/content/visible-line'
import { Link } from '@/components/ui/link'
import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { RelativeTime } from '@/components/ui/relative-time'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { shownSize } from '@/lib/text/shown-size'
import { AuthorLink } from './author-link'

export interface VersionListProps {
  versions: readonly MemoryVersion[]
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  /** the version shown */
  shown: string | null
  now: number
}

/** A memory's versions, newest first; each can be shown, and compared with the one before. */
export async function VersionList({ versions, names, shown, now }: VersionListProps) {
  const t = await texts()
  return (
    <ol aria-label={t('History.title')}>
      {versions.map((version, index) => (
        <Item
          key={version.id}
          version={version}
          before={versions[index + 1]}
          names={names}
          isShown={version.id === shown}
          now={now}
        />
      ))}
    </ol>
  )
}

interface ItemProps {
  version: MemoryVersion
  before: MemoryVersion | undefined
  names: ReadonlyMap<string, string>
  isShown: boolean
  now: number
}

async function Item({ version, before, names, isShown, now }: ItemProps) {
  const t = await texts()
  const { batch } = version
  return (
    <li className={classNames('border-b border-line px-4 py-2', isShown && 'bg-selected')}>
      <div className="flex items-baseline justify-between gap-2">
        <input
          type="checkbox"
          name="version"
          value={version.id}
          data-ordinal={version.ordinal}
          aria-label={t('History.choose', { ordinal: version.ordinal })}
          autoComplete="off"
          className="size-4 shrink-0 self-center"
        />
        <Link
          href={addressOf(version, { version: version.id })}
          aria-current={isShown ? 'true' : undefined}
          className="mr-auto font-medium hover:underline"
        >
          v{version.ordinal} {t(`History.${operationOf(version, before)}`)}
        </Link>
        <RelativeTime time={version.createdAt} now={now} />
      </div>
      <p className="truncate text-xs text-ink-3">
        <AuthorLink version={version} names={names} />
        {batch ? ` · ${t('History.batch', { kind: batch.kind })}` : ''}
        {batch?.message ? (
          <>
            {' · '}
            <VisibleText text={batch.message} />
          </>
        ) : null}
        {version.rewrittenAt !== null && version.redactedAt === null
          ? ` · ${t('History.rewritten')}`
          : ''}
      </p>
      <div className="flex items-baseline justify-between text-xs text-ink-3">
        <span className="tabular-nums">{sizeOf(version, before)}</span>
        {before ? (
          <Link
            href={addressOf(version, { from: before.id, to: version.id })}
            className="text-accent hover:underline"
          >
            {t('History.compareWith', { ordinal: before.ordinal })}
          </Link>
        ) : null}
      </div>
    </li>
  )
}

function addressOf(version: MemoryVersion, query: Record<string, string>): string {
  const search = new URLSearchParams({ memory: version.memoryId, ...query })
  return `/stores/${version.storeId}?${search}`
}

function operationOf(version: MemoryVersion, before: MemoryVersion | undefined) {
  if (version.redactedAt !== null) return 'redacted'
  const isRename = before?.path != null && version.path !== null && before.path !== version.path
  return version.operation === 'modified' && isRename ? 'renamed' : version.operation
}

/** The size, and the change in size. */
function sizeOf(version: MemoryVersion, before: MemoryVersion | undefined): string {
  if (version.size === null) return ''
  const change = before?.size == null ? 0 : version.size - before.size
  if (change === 0) return shownSize(version.size)
  return `${shownSize(version.size)} (${change > 0 ? '+' : '−'}${shownSize(Math.abs(change))})`
}
