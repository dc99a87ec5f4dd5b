import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import type { Appearance, HistoryHit } from '@/lib/store/search/search-history'
import { FolderHits } from './folder-hits'
import { LifetimeBar } from './lifetime-bar'

export interface PastHitsProps {
  hits: readonly HistoryHit[]
  /** since when the store exists, and now; milliseconds since 1970 */
  since: number
  now: number
  /** the id of the memory in the preview */
  previewed: string | null
}

/**
 * Memories that contain or contained a text, and when it came and went; deleted ones too. On a bar
 * with the lives of all of them one is seen beside the other.
 */
export async function PastHits({ hits, since, now, previewed }: PastHitsProps) {
  const comings = hits.flatMap(({ appearances }) => appearances.map(({ from }) => from.createdAt))
  // An imported history is older than the store.
  const begin = Math.min(since, ...comings)
  return (
    <FolderHits
      previewed={previewed}
      memories={hits.map(({ memoryId, appearances, newest, matches }) => ({
        id: memoryId,
        path: newest.path,
        address: addressOf(newest),
        matches,
        meta: <Life appearances={appearances} begin={begin} now={now} />,
      }))}
    />
  )
}

async function Life({
  appearances,
  begin,
  now,
}: {
  appearances: readonly Appearance[]
  begin: number
  now: number
}) {
  const t = await texts()
  const last = appearances.at(-1)
  return (
    <>
      {last?.until ? (
        <Badge tone={last.until.operation === 'deleted' ? 'removed' : 'plain'}>
          {t(last.until.operation === 'deleted' ? 'Search.deleted' : 'Search.gone')}
        </Badge>
      ) : null}
      <LifetimeBar
        spans={appearances.map(({ from, until }) => ({
          from: from.createdAt,
          until: until?.createdAt ?? null,
        }))}
        begin={begin}
        now={now}
      />
      <ul className="w-full pl-12 text-xs text-ink-3">
        {appearances.map(({ from, writtenIn, until }) => (
          <li key={from.id}>
            {t(writtenIn.id === from.id ? 'Search.came' : 'Search.cameBack')}{' '}
            <VersionLink version={from} now={now} />
            {until ? (
              <>
                {' '}
                · {t('Search.went')} <VersionLink version={until} now={now} />
              </>
            ) : (
              ` · ${t('Search.stillThere')}`
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function VersionLink({ version, now }: { version: MemoryVersion; now: number }) {
  return (
    <Link
      href={addressOf(version)}
      className="inline-block leading-6 text-ink-2 underline decoration-line-2 hover:decoration-current"
    >
      v{version.ordinal}, <RelativeTime time={version.createdAt} now={now} />
    </Link>
  )
}

function addressOf(version: MemoryVersion): string {
  return `/stores/${version.storeId}?memory=${version.memoryId}&version=${version.id}`
}
