import { History } from 'lucide-react'
import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import type { MemoryVersion } from '@/lib/store/model/memory-version'

export interface NoVersionProps {
  /** the newest version, or the newest of a past moment */
  current: MemoryVersion
  /** at a past moment, the suffix for addresses */
  past: string | null
}

/** The address names a version that the memory does not have: offers what it holds. */
export async function NoVersion({ current: { storeId, memoryId, path }, past }: NoVersionProps) {
  const t = await texts()
  return (
    <EmptyState
      Icon={History}
      title={t('Memory.noVersion')}
      action={
        <Link
          href={`/stores/${storeId}?memory=${memoryId}${past ?? ''}`}
          className={buttonVariants({ variant: 'primary' })}
        >
          {t('Memory.backToContent')}
        </Link>
      }
    >
      {path === null ? null : (
        <span className="block font-mono text-xs wrap-anywhere">
          <VisiblePath path={path} />
        </span>
      )}
      {t('Memory.noVersionHint')}
    </EmptyState>
  )
}
