'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { notDone, whyNot } from '@/components/commands/action-result'
import { changed, changedContext } from '@/components/context/settings/changed-context'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import type { SessionSettings } from '@/lib/agent/session-settings'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import { updateSessionAction } from '../actions'
import { type EditedSettings, SessionSettingRows } from './session-setting-rows'

/** Changes what a session is set to, from its next request on; sends only what was changed here. */
export function SessionSettingsForm({
  sessionId,
  settings,
  thresholds,
  isArchived,
}: {
  sessionId: string
  settings: SessionSettings
  thresholds: ContextThresholds
  isArchived: boolean
}) {
  const t = useTranslations('ContextSettings')
  const [known, setKnown] = useState<EditedSettings>({
    ...settings,
    onlyTopic: settings.onlyTopic ?? '',
  })
  const [value, setValue] = useState(known)
  const [why, setWhy] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [isPending, startTransition] = useTransition()
  const submit = () =>
    startTransition(async () => {
      const { context, ...others } = value
      const outcome = await updateSessionAction({
        sessionId,
        settings: { ...changed(known, others), context: changedContext(known.context, context) },
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
      <div className="border-b border-line">
        <SessionSettingRows
          value={value}
          thresholds={thresholds}
          change={(part) => {
            setValue({ ...value, ...part })
            setSaved(false)
          }}
        />
      </div>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" disabled={isPending || isArchived}>
          {t('save')}
        </Button>
        <span role="status" className="text-sm text-ink-3">
          {isSaved ? t('saved') : ''}
        </span>
      </div>
    </form>
  )
}
