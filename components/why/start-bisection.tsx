'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { startBisectionAction } from './why-actions'

/**
 * Starts the search for the change since which an agent says what a search was about. `after`: the
 * time from which on is looked; null: from the beginning.
 */
export function StartBisection({ causeId, after }: { causeId: string; after: number | null }) {
  const t = useTranslations('Why')
  const tRefused = useTranslations('WhyRefused')
  const router = useRouter()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const start = () =>
    startTransition(async () => {
      const outcome = await startBisectionAction({ causeId, after })
      if (!outcome.isDone) setWhy(whyNot(outcome))
      else if (outcome.value.href === null) setWhy(tRefused(outcome.value.refused))
      else router.push(outcome.value.href)
    })
  return (
    <div className="space-y-3">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button variant="primary" size="large" autoFocus isBusy={isPending} onClick={start}>
        {t('start')}
      </Button>
    </div>
  )
}
