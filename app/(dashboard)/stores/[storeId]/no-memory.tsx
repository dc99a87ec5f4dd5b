import { FileText, MapIcon } from 'lucide-react'
import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { nearestPaths } from '@/lib/store/memories/find-paths'

/** Says that the address names no memory, and offers those that are spelt alike. */
export async function NoMemory({ storeId, path }: { storeId: string; path: string | null }) {
  const t = await texts()
  const near = path === null ? [] : await nearestPaths(database(), { storeId, path, most: 3 })
  return (
    <EmptyState
      Icon={MapIcon}
      title={t('Store.noMemory')}
      action={
        <>
          {near.map((each) => (
            <Link
              key={each}
              href={`/stores/${storeId}?path=${encodeURIComponent(each)}`}
              className={buttonVariants()}
            >
              <FileText size={15} aria-hidden />
              <span className="max-w-64 truncate font-mono text-xs">
                <VisiblePath path={each.slice(1)} />
              </span>
            </Link>
          ))}
          <Link href={`/search?store=${storeId}`} className={buttonVariants({ variant: 'quiet' })}>
            {t('Search.title')}
          </Link>
        </>
      }
    >
      {path === null ? null : (
        <span className="font-mono text-xs wrap-anywhere">
          <VisiblePath path={path} />
        </span>
      )}
    </EmptyState>
  )
}
