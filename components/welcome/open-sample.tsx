'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { openSampleAction } from './actions'
import { WelcomeCard } from './welcome-card'

/** Makes a store of the sample and leads there. */
export function OpenSample() {
  const t = useTranslations('Welcome')
  const noAnswer = useNoAnswer()
  const router = useRouter()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const open = () =>
    startTransition(async () => {
      const outcome = await openSampleAction({ name: '' }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      router.push(`/stores/${outcome.value}`)
    })
  return (
    <WelcomeCard kind="sample" title={t('sample')} about={t('sampleOffer')}>
      <Button onClick={open} isBusy={isPending}>
        {isPending ? t('openingSample') : t('openSample')}
      </Button>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
    </WelcomeCard>
  )
}
