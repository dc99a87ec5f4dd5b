import { Link } from '@/components/ui/link'
import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import type { MemoryViewName } from './memory-view-name'

export interface MemoryViewsProps {
  shown: MemoryViewName
  /** the address of each available view */
  addresses: Readonly<Partial<Record<MemoryViewName, string>>>
}

/** The tabs of a memory's views; each has an address. */
export async function MemoryViews({ shown, addresses }: MemoryViewsProps) {
  const t = await texts()
  return (
    <nav aria-label={t('Memory.views')} className="flex gap-1 border-b border-line px-3">
      {(Object.entries(addresses) as [MemoryViewName, string][]).map(([name, address]) => (
        <Link
          key={name}
          href={address}
          data-view={name}
          aria-current={name === shown ? 'page' : undefined}
          className={classNames(
            '-mb-px border-b-2 border-transparent px-2 py-1.5 text-sm text-ink-3 hover:text-ink',
            name === shown && 'border-accent font-medium text-ink',
          )}
        >
          {t(`Memory.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
