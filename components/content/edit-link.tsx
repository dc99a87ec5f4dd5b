'use client'

import { Pencil } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { buttonLook } from '@/components/ui/button'
import { isWritten } from '@/components/ui/is-written'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'

/** Opens the memory to be edited, by its key too. */
export function EditLink({ href }: { href: string }) {
  const t = useTranslations('Memory')
  const router = useRouter()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'i' || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.defaultPrevented || isWritten(event.target)) return
      if (document.querySelector('dialog[open], [role="dialog"], :popover-open')) return
      event.preventDefault()
      router.push(href)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [href, router])
  return (
    <Link href={href} data-view="edit" aria-keyshortcuts="i" className={buttonLook()}>
      <Pencil size={14} aria-hidden /> {t('edit')}
      <span aria-hidden className="max-lg:hidden">
        <Kbd>I</Kbd>
      </span>
    </Link>
  )
}
