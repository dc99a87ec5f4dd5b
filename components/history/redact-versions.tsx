'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { ErrorNotice } from '@/components/ui/notice'
import { type RedactedVersions, redactVersionsAction } from './actions'

export interface ChosenVersion {
  id: string
  ordinal: number
}

export interface RedactVersionsProps {
  storeId: string
  chosen: readonly ChosenVersion[]
}

/** Redacts several versions after a confirmation, and reports the result for each. */
export function RedactVersions({ storeId, chosen }: RedactVersionsProps) {
  const t = useTranslations('History')
  const noAnswer = useNoAnswer()
  const app = useTranslations('App')
  const [isOpen, setOpen] = useState(false)
  const [isSure, setSure] = useState(false)
  const [typed, setTyped] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [report, setReport] = useState<RedactedVersions | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      setWhy(null)
      const outcome = await redactVersionsAction({
        storeId,
        versionIds: chosen.map(({ id }) => id),
      }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      setReport(outcome.value)
    })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('redact')}
      </Button>
      <Dialog
        title={t('redactManyTitle', { count: chosen.length })}
        description={t('redactManyAbout')}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        {report ? (
          <Report report={report} chosen={chosen} />
        ) : (
          <div className="space-y-4">
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={isSure}
                onChange={({ target }) => setSure(target.checked)}
              />
              {t('redactSure')}
            </label>
            <Field
              id="redact-count"
              label={t('typeCount', { count: chosen.length })}
              value={typed}
              inputMode="numeric"
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
            {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
            <div className="flex justify-end gap-2">
              <Button onClick={() => setOpen(false)}>{app('cancel')}</Button>
              <Button
                variant="primary"
                disabled={!isSure || typed.trim() !== String(chosen.length) || isPending}
                onClick={run}
              >
                {isPending ? t('redacting') : t('redactManyRun', { count: chosen.length })}
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  )
}

function Report({
  report,
  chosen,
}: {
  report: RedactedVersions
  chosen: readonly ChosenVersion[]
}) {
  const t = useTranslations('History')
  return (
    <div className="space-y-2">
      <p role="status">{t('redactedMany', { count: report.redacted })}</p>
      {report.refused.length === 0 ? null : (
        <ul className="text-caution">
          {report.refused.map(({ versionId, why }) => (
            <li key={versionId}>
              v{chosen.find(({ id }) => id === versionId)?.ordinal}: {why}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
