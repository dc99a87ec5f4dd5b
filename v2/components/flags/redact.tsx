'use client'

import { Eraser } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useAct } from '@/components/act/use-act'
import { Button } from '@/components/ui/button'
import { hand } from '@/components/ui/handed'
import { WhyNot } from '@/components/ui/notice'
import type { Flag } from '@/lib/scan/flag'
import { flaggedText } from './actions'

export interface RedactFlagProps {
  storeId: string
  versionId: string
  flag: Flag
}

/** Leads to where what was found is redacted; its text goes there by hand, not by address. */
export function RedactFlag({ storeId, versionId, flag }: RedactFlagProps) {
  const t = useTranslations('Dismissal')
  const router = useRouter()
  const { run, isBusy, why } = useAct(flaggedText, {
    done: (text) => {
      hand('redaction', text)
      router.push(`/redact?store=${storeId}`)
    },
  })
  return (
    <>
      <WhyNot why={why} />
      <Button isBusy={isBusy} onClick={() => void run({ storeId, versionId, flag })}>
        <Eraser size={15} aria-hidden />
        {t('redact')}
      </Button>
    </>
  )
}
