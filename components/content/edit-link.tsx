'use client'

import { Pencil } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { useLetterKey } from '@/components/ui/use-letter-key'

/** Opens the memory to be edited, by its key too. */
export function EditLink({ href }: { href: string }) {
  const t = useTranslations('Memory')
  const router = useRouter()
  useLetterKey('e', () => router.push(href))
  return (
    <Link
      href={href}
      data-view="edit"
      aria-keyshortcuts="e"
      className={`${buttonVariants()} max-md:ml-auto`}
    >
      <Pencil size={14} aria-hidden /> <span className="max-md:sr-only">{t('edit')}</span>
      <span aria-hidden className="max-lg:hidden">
        <Kbd>E</Kbd>
      </span>
    </Link>
  )
}
