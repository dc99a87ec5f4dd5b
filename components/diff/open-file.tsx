'use client'

import { useTranslations } from 'use-intl'
import { Link } from '@/components/ui/link'

/** Links to a changed memory. */
export function OpenFile({ href }: { href: string }) {
  const t = useTranslations('Changes')
  return (
    <p className="px-3 py-1 text-sm">
      <Link href={href} className="text-accent hover:underline">
        {t('open')}
      </Link>
    </p>
  )
}

/** Links to the plan that undoes a memory's change. */
export function RevertFile({ href }: { href: string }) {
  const t = useTranslations('Changes')
  return (
    <p className="px-3 pb-1 text-sm">
      <Link href={href} className="text-accent hover:underline">
        {t('revert')}
      </Link>
    </p>
  )
}

/** Links to the editor for merging a memory by hand. */
export function MergeFile({ href }: { href: string }) {
  const t = useTranslations('Changes')
  return (
    <p className="px-3 pb-1 text-sm">
      <Link href={href} className="text-accent hover:underline">
        {t('merge')}
      </Link>
    </p>
  )
}
