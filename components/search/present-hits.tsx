import 'server-only'
import { TriangleAlert } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import { database } from '@/lib/db/open-database'
import { foundLevels } from '@/lib/review/findings/read-findings'
import type { SearchHit } from '@/lib/store/search/search-store'
import { FolderHits } from './folder-hits'

/** Memories of one store that contain a text now. */
export async function PresentHits({
  hits,
  previewed,
}: {
  hits: readonly SearchHit[]
  /** the id of the memory in the preview */
  previewed: string | null
}) {
  const t = await texts()
  const found = await foundLevels(
    database(),
    hits.map(({ memory }) => memory.id),
  )
  return (
    <FolderHits
      previewed={previewed}
      memories={hits.map(({ memory, isPathMatch, matches }) => ({
        id: memory.id,
        path: memory.path,
        address: `/stores/${memory.storeId}?memory=${memory.id}`,
        matches,
        meta: (
          <>
            {isPathMatch ? <Badge>{t('Search.inPath')}</Badge> : null}
            {found.has(memory.id) ? (
              <Badge tone="caution" Icon={TriangleAlert}>
                {t('Search.hasFindings')}
              </Badge>
            ) : null}
          </>
        ),
      }))}
    />
  )
}
