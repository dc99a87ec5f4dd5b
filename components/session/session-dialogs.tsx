'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { type ActionResult, whyNot } from '@/components/commands/action-result'
import { VisibleText } from '@/components/content/visible-line'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { touchedText } from '@/components/ui/form-text'
import { ErrorNotice } from '@/components/ui/notice'
import { archiveSessionAction, deleteSessionAction, updateSessionAction } from './actions'
import type { SessionHead } from '@/lib/agent/session-head'
import { StillWaiting } from './still-waiting'

interface DialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

const FIELD = 'mt-1 block w-full rounded-control border border-control bg-sheet px-2'

/** The session's title and what its agent is told. */
export function SettingsDialog({
  session,
  isOpen,
  onOpenChange,
}: DialogProps & { session: SessionHead }) {
  const t = useTranslations('SessionHeader')
  const { run, why, isPending } = useCommand(() => onOpenChange(false))
  const { id, title, settings, isArchived, system } = session
  return (
    <Dialog
      title={t('settingsTitle')}
      description={t('settingsAbout')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          const change = changeOf(event.currentTarget)
          run(() => updateSessionAction({ sessionId: id, ...change }))
        }}
      >
        <label className="block">
          <span className="font-medium">{t('title')}</span>
          <input
            name="title"
            defaultValue={title ?? ''}
            maxLength={255}
            className={`${FIELD} h-8`}
          />
        </label>
        <label className="block">
          <span className="font-medium">{t('instructions')}</span>
          <textarea
            name="instructions"
            rows={4}
            defaultValue={settings.instructions}
            className={`${FIELD} py-1 font-mono text-xs`}
          />
        </label>
        <label className="block">
          <span className="font-medium">{t('memoryPrompt')}</span>
          <textarea
            name="memoryPrompt"
            rows={6}
            defaultValue={settings.memoryPrompt ?? ''}
            placeholder={t('memoryPromptHint')}
            className={`${FIELD} py-1 font-mono text-xs`}
          />
        </label>
        <details>
          <summary className="cursor-pointer">{t('asSent')}</summary>
          <pre
            tabIndex={0}
            aria-label={t('asSent')}
            className="mt-1 max-h-60 overflow-auto rounded-card bg-well px-3 py-2 font-mono text-xs whitespace-pre-wrap"
          >
            <VisibleText text={system || '—'} />
          </pre>
        </details>
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" disabled={isArchived} isBusy={isPending}>
            {t('save')}
          </Button>
          <StillWaiting isPending={isPending} />
        </div>
      </form>
    </Dialog>
  )
}

/** Returns only the fields that were edited: another window may have changed the rest meanwhile. */
function changeOf(form: HTMLFormElement) {
  const instructions = touchedText(form, 'instructions')
  const memoryPrompt = touchedText(form, 'memoryPrompt')
  const ofPrompt = memoryPrompt?.trim() === '' ? null : memoryPrompt
  return {
    title: touchedText(form, 'title'),
    settings: {
      ...(instructions === undefined ? {} : { instructions }),
      ...(ofPrompt === undefined ? {} : { memoryPrompt: ofPrompt }),
    },
  }
}

/** Archives or deletes a session, and says what stays. */
export function EndDialog({
  sessionId,
  isArchived,
  isOpen,
  onOpenChange,
}: DialogProps & { sessionId: string; isArchived: boolean }) {
  const t = useTranslations('SessionHeader')
  const { run, why, isPending } = useCommand(() => onOpenChange(false))
  return (
    <Dialog
      title={t('endTitle')}
      description={t('endAbout')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <StillWaiting isPending={isPending} />
        {isArchived ? null : (
          <Button isBusy={isPending} onClick={() => run(() => archiveSessionAction(sessionId))}>
            {t('archive')}
          </Button>
        )}
        <Button
          variant="danger"
          isBusy={isPending}
          onClick={() => run(() => deleteSessionAction(sessionId))}
        >
          {t('delete')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Runs a command on the session; what was done shows on the page. */
function useCommand(onDone: () => void): {
  run: (work: () => Promise<ActionResult>) => void
  why: string | null
  isPending: boolean
} {
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = (work: () => Promise<ActionResult>) =>
    startTransition(async () => {
      const outcome = await work()
      setWhy(whyNot(outcome))
      if (!outcome.isDone) return
      onDone()
    })
  return { run, why, isPending }
}
