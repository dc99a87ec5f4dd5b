'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { changedContext } from './changed-context'
import type { ContextSettings } from '@/lib/context/context-settings'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import { ContextFields } from './context-fields'
import { notDone, whyNot } from '@/components/commands/action-result'
import { updateSessionAction } from '@/components/session/actions'

/** Edits how a session manages its context; applies from the next model request. */
export function ContextSettingsForm({
  sessionId,
  settings,
  installation,
  isArchived,
}: {
  sessionId: string
  settings: ContextSettings
  installation: ContextThresholds
  isArchived: boolean
}) {
  const t = useTranslations('ContextSettings')
  const [value, setValue] = useState(settings)
  const [known, setKnown] = useState(settings)
  const [why, setWhy] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [isPending, startTransition] = useTransition()
  const submit = () =>
    startTransition(async () => {
      const outcome = await updateSessionAction({
        sessionId,
        settings: { context: changedContext(known, value) },
      }).catch(() => notDone(t('notSaved')))
      setWhy(whyNot(outcome))
      setSaved(outcome.isDone)
      if (outcome.isDone) setKnown(value)
    })
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ContextFields
        value={value}
        installation={installation}
        onChange={(changed) => {
          setValue(changed)
          setSaved(false)
        }}
      />
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex items-center gap-3">
        <Button type="submit" look="primary" disabled={isPending || isArchived}>
          {t('save')}
        </Button>
        <span role="status" className="text-sm text-ink-3">
          {isSaved ? t('saved') : ''}
        </span>
      </div>
    </form>
  )
}
