'use client'

import { ArrowLeft } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { useHanded } from '@/components/ui/handed'

/** Leads from a receipt back to the review or the memory at which the redaction was begun. */
export function BackToWhereItBegan() {
  const t = useTranslations('Redact')
  const back = useHanded('redacted')
  if (back === null) return null
  return (
    <ButtonLink href={back} Icon={ArrowLeft}>
      {t('back')}
    </ButtonLink>
  )
}
