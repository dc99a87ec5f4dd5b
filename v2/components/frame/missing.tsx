'use client'

import { SearchX } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Page } from '@/components/frame/page'
import { buttonLook } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Link } from '@/components/ui/link'
import { plainText } from '@/lib/text/visible-text'

/** In place of a page, a store or a memory that is not there. */
export function Missing() {
  const t = useTranslations('Frame')
  return (
    <Page kind="index" name={t('notFound')}>
      <div className="pt-[12vh]">
        <Empty
          Icon={SearchX}
          title={<h1>{t('notFound')}</h1>}
          acts={
            <Link href="/stores" className={buttonLook({ variant: 'primary' })}>
              {t('allStores')}
            </Link>
          }
        >
          <p>{t('notFoundWhy')}</p>
          <code className="mt-1 block max-w-full truncate text-xs text-ink-3">
            {plainText(readable(usePathname()))}
          </code>
        </Empty>
      </div>
    </Page>
  )
}

/** Decodes a path for reading; a broken one stays as it is. */
function readable(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
