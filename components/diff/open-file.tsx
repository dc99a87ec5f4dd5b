'use client'

import { useTranslations } from 'use-intl'
import { Link } from '@/components/ui/link'

/** Where a memory that changed can be looked at. */
export function OpenFile({ href }: { href: string }) {
  const t = useTranslations('Changes')
  return (
    <p className="px-3 py-1 text-[13px]">
      <Link href={href} className="text-accent hover:underline">
        {t('open')}
      </Link>
    </p>
  )
}

/** The way to the plan that takes a memory's change back. */
export function RevertFile({ href }: { href: string }) {
  const t = useTranslations('Changes')
  return (
    <p className="px-3 pb-1 text-[13px]">
      <Link href={href} className="text-accent hover:underline">
        {t('revert')}
      </Link>
    </p>
  )
}

/** The way to the editor in which a memory is merged by hand. */
export function MergeFile({ href }: { href: string }) {
  const t = useTranslations('Changes')
  return (
    <p className="px-3 pb-1 text-[13px]">
      <Link href={href} className="text-accent hover:underline">
        {t('merge')}
      </Link>
    </p>
  )
}
