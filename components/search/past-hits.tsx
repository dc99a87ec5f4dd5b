import { Link } from '@/components/ui/link'
import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { RelativeTime } from '@/components/ui/relative-time'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import type { HistoryHit } from '@/lib/store/search-history'
import { MatchLines } from './match-lines'

/**
 * Memories that contain or contained a text, and when it appeared and disappeared; deleted ones
 * too.
 */
export async function PastHits({ hits, now }: { hits: readonly HistoryHit[]; now: number }) {
  const t = await texts()
  return (
    <ul>
      {hits.map(({ memoryId, appearances, newest, matches }) => {
        const last = appearances.at(-1)
        if (!last) return null
        const isDeleted = last.until?.operation === 'deleted'
        return (
          <li key={memoryId} className="border-b border-line py-2">
            <p>
              <Link
                data-hit
                href={addressOf(newest)}
                className="inline-block font-mono text-sm leading-6 wrap-anywhere text-accent hover:underline"
              >
                {newest.path === null ? (
                  t('Memory.redactedPath')
                ) : (
                  <VisiblePath path={newest.path} />
                )}
              </Link>
              {isDeleted ? (
                <span className="ml-2 text-xs text-caution">{t('Search.deleted')}</span>
              ) : null}
            </p>
            <ul className="text-sm text-ink-3">
              {appearances.map(({ from, until }) => (
                <li key={from.id}>
                  {t('Search.came')} <VersionLink version={from} now={now} />{' '}
                  {until ? (
                    <>
                      · {t('Search.went')} <VersionLink version={until} now={now} />
                    </>
                  ) : (
                    `· ${t('Search.stillThere')}`
                  )}
                </li>
              ))}
            </ul>
            <MatchLines matches={matches} address={addressOf(newest)} />
          </li>
        )
      })}
    </ul>
  )
}

function VersionLink({ version, now }: { version: MemoryVersion; now: number }) {
  return (
    <Link href={addressOf(version)} className="inline-block leading-6 hover:underline">
      v{version.ordinal}, <RelativeTime time={version.createdAt} now={now} />
    </Link>
  )
}

function addressOf(version: MemoryVersion): string {
  return `/stores/${version.storeId}?memory=${version.memoryId}&version=${version.id}`
}
