'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import type { ContextSettings } from '@/lib/context/context-settings'
import type { Marks } from '@/lib/context/marks'
import { ContextFields } from './context-fields'

/** Changes how a session looks after its context; holds from the next model request on. */
export function ContextSettingsForm({
  sessionId,
  settings,
  installation,
  isArchived,
  save,
}: {
  sessionId: string
  settings: ContextSettings
  installation: Marks
  isArchived: boolean
  save: (input: {
    sessionId: string
    settings: { context: ContextSettings }
  }) => Promise<string | null>
}) {
  const t = useTranslations('ContextSettings')
  const router = useRouter()
  const [value, setValue] = useState(settings)
  const [why, setWhy] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [isPending, startTransition] = useTransition()
  const submit = () =>
    startTransition(async () => {
      const refused = await save({ sessionId, settings: { context: value } }).catch(() =>
        t('notSaved'),
      )
      setWhy(refused)
      setSaved(refused === null)
      if (refused === null) router.refresh()
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
        <span role="status" className="text-[13px] text-faint">
          {isSaved ? t('saved') : ''}
        </span>
      </div>
    </form>
  )
}
