import { BookOpen } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { GuidePageName } from './guide-pages'

/** Leads from a page to what explains it. */
export async function GuideLink({ page }: { page: GuidePageName }) {
  const t = await texts()
  const label = t('Guide.link', { page: t(`Guide.${page}`) })
  return (
    <Link
      href={`/guide/${page}`}
      aria-label={label}
      title={label}
      className={buttonLook({ look: 'quiet', size: 'icon' })}
    >
      <BookOpen size={15} strokeWidth={1.75} aria-hidden />
    </Link>
  )
}
