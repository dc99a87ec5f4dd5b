'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { isPageKey } from '@/components/ui/page-key'

/** The way back from the past, by Escape too, unless that closes or ends something else first. */
export function BackToNow({ href }: { href: string }) {
  const t = useTranslations('Time')
  const router = useRouter()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isPageKey(event)) router.push(href)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [href, router])
  return (
    <Link href={href} className={buttonVariants({ variant: 'primary' })} aria-keyshortcuts="Escape">
      {t('backToNow')}
      <span aria-hidden className="max-md:hidden">
        <Kbd>Esc</Kbd>
      </span>
    </Link>
  )
}
