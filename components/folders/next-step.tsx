'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { plainName } from '@/lib/text/plain-text'
import type { ShownFolder } from './folders-answer'

export interface NextStepProps {
  /** the folders that were connected and whose stores were not opened; that of the first is next */
  folders: readonly [ShownFolder, ...ShownFolder[]]
}

/** Says that a folder is connected, and leads to its store, as Enter does while nothing has the focus. */
export function NextStep({ folders }: NextStepProps) {
  const t = useTranslations('Folders')
  const [{ storeId, storeName, direction }] = folders
  const memoryCount = folders.reduce((sum, { fileCount }) => sum + fileCount, 0)
  const areSeeded = folders.every(({ isSeeded }) => isSeeded)
  return (
    <div className="px-5 py-4 max-md:px-4">
      <section
        aria-label={t('connected')}
        className="flex flex-wrap items-center gap-x-3.5 gap-y-2 rounded-card bg-selected px-4 py-3 shadow-[inset_0_0_0_1px_var(--accent-line,var(--line-2))]"
      >
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-control bg-accent text-on-accent"
        >
          <Check size={15} />
        </span>
        <div className="min-w-0 flex-1 basis-48" role="status">
          <p className="font-semibold">
            {folders.length > 1
              ? t('connectedCount', { count: folders.length })
              : t(direction === 'read' ? 'connectedRead' : 'connectedBothWays', {
                  name: plainName(storeName),
                })}
          </p>
          <p className="text-xs text-ink-2">
            {areSeeded ? t('takenIn', { count: memoryCount }) : t('takingIn')}
          </p>
        </div>
        <Link
          href={`/stores/${storeId}`}
          data-folder-row="next"
          aria-current="true"
          className={buttonVariants({ variant: 'primary' })}
        >
          <span className="min-w-0 truncate">
            {t.rich('openStore', {
              name: () => <VisibleLabel key="name" text={storeName} />,
            })}
          </span>
          <span aria-hidden className="max-lg:hidden">
            <Kbd>↵</Kbd>
          </span>
        </Link>
      </section>
    </div>
  )
}
