'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { notDone, whyNot } from '@/components/commands/action-result'
import type { ConfirmSummary } from './confirm-summary'

/** A summary before it takes effect: a person may edit it, accept it, or discard it. */
export function SummaryReview({
  startId,
  summary,
  confirm,
}: {
  startId: string
  summary: string
  confirm: ConfirmSummary
}) {
  const t = useTranslations('Compaction')
  const [text, setText] = useState(summary)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const isChanged = text !== summary
  const answer = (result: 'allow' | 'deny') =>
    startTransition(async () => {
      const changed = result === 'allow' && isChanged ? text : null
      const outcome = await confirm({ startId, result, summary: changed }).catch(() =>
        notDone(t('notSent')),
      )
      setWhy(whyNot(outcome))
    })
  return (
    <section
      aria-label={t('reviewLabel')}
      className="space-y-2 rounded-control border border-caution px-3 py-2"
    >
      <p className="text-sm font-medium">{t('review')}</p>
      <textarea
        aria-label={t('summary')}
        rows={18}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="block w-full rounded-control border border-control bg-sheet px-3 py-2 font-mono text-xs"
      />
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="small"
          disabled={isPending || text.trim() === ''}
          onClick={() => answer('allow')}
        >
          {isChanged ? t('takeChanged') : t('take')}
        </Button>
        <Button size="small" disabled={isPending} onClick={() => answer('deny')}>
          {t('leave')}
        </Button>
        {isChanged ? (
          <Button size="small" variant="quiet" onClick={() => setText(summary)}>
            {t('asWritten')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
