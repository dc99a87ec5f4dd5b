import { Link } from '@/components/ui/link'
import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import type { SearchHit } from '@/lib/store/search-store'
import { MatchLines } from './match-lines'

/** Memories of one store that contain a text now. */
export async function PresentHits({ hits }: { hits: readonly SearchHit[] }) {
  const t = await texts()
  return (
    <ul>
      {hits.map(({ memory, isPathMatch, matches }) => {
        const address = `/stores/${memory.storeId}?memory=${memory.id}`
        return (
          <li key={memory.id} className="border-b border-line py-2">
            <p>
              <Link
                data-hit
                href={address}
                className="inline-block font-mono text-sm leading-6 wrap-anywhere text-accent hover:underline"
              >
                <VisiblePath path={memory.path} />
              </Link>
              {isPathMatch ? (
                <span className="ml-2 text-xs text-ink-3">{t('Search.inPath')}</span>
              ) : null}
            </p>
            <MatchLines matches={matches} address={address} />
          </li>
        )
      })}
    </ul>
  )
}
