import Link from 'next/link'
import { classNames } from '@/components/ui/class-names'
import { RelativeTime } from '@/components/ui/relative-time'
import type { MemoryVersion } from '@/lib/store/memory-version'
import { humanSize } from '@/lib/text/human-size'

export interface VersionListProps {
  versions: readonly MemoryVersion[]
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  /** the version that is shown */
  shown: string | null
  now: number
}

/** A memory's versions, newest first; each can be shown, and compared with the one before it. */
export function VersionList({ versions, names, shown, now }: VersionListProps) {
  return (
    <ol aria-label="Versions">
      {versions.map((version, index) => {
        const before = versions[index + 1]
        return (
          <li
            key={version.id}
            className={classNames(
              'border-b border-line px-4 py-2',
              version.id === shown && 'bg-selected',
            )}
          >
            <div className="flex items-baseline justify-between gap-2">
              <Link
                href={addressOf(version, { version: version.id })}
                className="font-medium hover:underline"
              >
                v{version.ordinal} {version.operation}
              </Link>
              <RelativeTime time={version.createdAt} now={now} />
            </div>
            <p className="truncate text-xs text-faint">
              {whoOf(version, names)}
              {version.batch ? ` · ${version.batch.kind}` : ''}
              {version.batch?.message ? ` · ${version.batch.message}` : ''}
            </p>
            <div className="flex items-baseline justify-between text-xs text-faint">
              <span className="tabular-nums">{sizeOf(version)}</span>
              {before ? (
                <Link
                  href={addressOf(version, { from: before.id, to: version.id })}
                  className="text-accent hover:underline"
                >
                  Compare with v{before.ordinal}
                </Link>
              ) : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function addressOf(version: MemoryVersion, query: Record<string, string>): string {
  const search = new URLSearchParams({ memory: version.memoryId, ...query })
  return `/stores/${version.storeId}?${search}`
}

const KINDS = { session: 'session', api_key: 'API key', user: 'person', service_account: 'service' }

function whoOf(version: MemoryVersion, names: ReadonlyMap<string, string>): string {
  const { type, id } = version.createdBy
  return `${KINDS[type]} ${names.get(id) ?? `…${id.slice(-6)}`}`
}

function sizeOf(version: MemoryVersion): string {
  if (version.redactedAt !== null) return 'redacted'
  return version.size === null ? '' : humanSize(version.size)
}
