'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { notDone, whyNot } from '@/components/commands/action-result'
import { VisibleText } from '@/components/content/visible-line'
import { changed, changedContext } from '@/components/context/settings/changed-context'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import type { SessionSettings } from '@/lib/agent/session-settings'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import { updateSessionAction } from '../actions'
import { type EditedSettings, SessionSettingRows, TitleRow } from './session-setting-rows'

export interface SessionSettingsFormProps {
  sessionId: string
  /** '': it has none */
  title: string
  settings: SessionSettings
  /** the whole system prompt as sent */
  system: string
  thresholds: ContextThresholds
  isArchived: boolean
}

/** Changes what a session is set to, from its next request on; sends only what was changed here. */
export function SessionSettingsForm(props: SessionSettingsFormProps) {
  const { sessionId, settings, system, thresholds, isArchived } = props
  const t = useTranslations('ContextSettings')
  const [known, setKnown] = useState<EditedSettings>({
    ...settings,
    onlyTopic: settings.onlyTopic ?? '',
  })
  const [value, setValue] = useState(known)
  const [knownTitle, setKnownTitle] = useState(props.title)
  const [title, setTitle] = useState(knownTitle)
  const [why, setWhy] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [isPending, startTransition] = useTransition()
  const submit = () =>
    startTransition(async () => {
      const { context, ...others } = value
      const outcome = await updateSessionAction({
        sessionId,
        title: title === knownTitle ? undefined : title,
        settings: { ...changed(known, others), context: changedContext(known.context, context) },
      }).catch(() => notDone(t('notSaved')))
      setWhy(whyNot(outcome))
      setSaved(outcome.isDone)
      if (!outcome.isDone) return
      setKnown(value)
      setKnownTitle(title)
    })
  const change = (part: Partial<EditedSettings>) => {
    setValue({ ...value, ...part })
    setSaved(false)
  }
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
          change={change}
          instructions={
            <MemoryInstructions
              prompt={value.memoryPrompt}
              system={system}
              onChange={(memoryPrompt) => change({ memoryPrompt })}
            />
          }
        />
        <TitleRow
          title={title}
          onTitle={(typed) => {
            setTitle(typed)
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

/** The part of the system prompt about memory, in place of the generated one, and the whole of it. */
function MemoryInstructions({
  prompt,
  system,
  onChange,
}: {
  /** null: it is generated */
  prompt: string | null
  system: string
  onChange: (prompt: string | null) => void
}) {
  const t = useTranslations('SessionSettings')
  return (
    <>
      <label className="block">
        <span className="font-medium">{t('memoryPrompt')}</span>
        <textarea
          rows={4}
          value={prompt ?? ''}
          placeholder={t('memoryPromptHint')}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
          className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1 font-mono text-xs"
        />
      </label>
      <details>
        <summary className="w-fit cursor-pointer">{t('asSent')}</summary>
        <pre
          tabIndex={0}
          aria-label={t('asSent')}
          className="mt-1 max-h-60 overflow-auto rounded-card bg-well px-3 py-2 font-mono text-xs whitespace-pre-wrap"
        >
          <VisibleText text={system || '—'} />
        </pre>
      </details>
    </>
  )
}
