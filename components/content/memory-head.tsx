import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { CopyPath } from './copy-path'
import { VisiblePath } from './visible-path'

export interface MemoryHeadProps {
  /** null: redacted */
  path: string | null
  /** the store's page without a memory: on a phone the way back to the tree */
  store: string
  /** in place of the path, as of a memory that was renamed */
  title?: ReactNode
  /** lines and size, which version it is */
  meta: ReactNode
  /** the views, and what can be done with the memory */
  children?: ReactNode
}

/** The header of a memory's page: its path, its views and its actions. */
export async function MemoryHead({ path, store, title, meta, children }: MemoryHeadProps) {
  const t = await texts()
  return (
    <header className="memory-head flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-sheet py-1.5 pr-3 pl-4 max-md:pl-2">
      <Link
        href={store}
        aria-label={t('Memory.backToTree')}
        className={`${buttonVariants({ variant: 'quiet', size: 'icon' })} md:hidden`}
      >
        <ChevronLeft size={18} aria-hidden />
      </Link>
      <h2 className="min-w-0 font-mono text-sm font-medium break-all max-md:line-clamp-2 max-md:flex-1 max-md:basis-24">
        {title ?? (path === null ? t('Memory.redactedPath') : <VisiblePath path={path} />)}
      </h2>
      {path === null ? null : <CopyPath path={path} />}
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3 tabular-nums max-md:max-w-36">
        {meta}
      </p>
      {children ? (
        // On a phone its parts lie in the head's own rows: the acts beside the path, the views below.
        <div className="ml-auto flex flex-wrap items-center gap-1.5 max-md:contents">
          {children}
        </div>
      ) : null}
    </header>
  )
}
