'use client'

import { BookOpen } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { GuidePageName } from './guide-pages'

/** Leads from a page to what explains it. */
export function GuideLink({ page }: { page: GuidePageName }) {
  const t = useTranslations('Guide')
  const label = t('link', { page: t(page) })
  return (
    <Link
      href={`/guide/${page}`}
      aria-label={label}
      title={label}
      className={buttonVariants({ variant: 'quiet', size: 'icon' })}
    >
      <BookOpen size={15} strokeWidth={1.75} aria-hidden />
    </Link>
  )
}
