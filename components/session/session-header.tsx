'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { Button, buttonLook } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { formText } from '@/components/ui/form-text'
import { Link } from '@/components/ui/link'
import { ErrorNotice } from '@/components/ui/notice'
import { type ActionResult, notDone, whyNot } from '@/components/commands/action-result'
import type { SessionSettings } from '@/lib/agent/session-settings'
import { archiveSessionAction, deleteSessionAction, updateSessionAction } from './actions'

export interface SessionHeaderProps {
  session: {
    id: string
    title: string | null
    settings: SessionSettings
    stores: readonly { storeId: string; name: string }[]
    isArchived: boolean
  }
  /** the whole system prompt as sent */
  system: string
}

/** A session's facts and actions. */
export function SessionHeader({ session, system }: SessionHeaderProps) {
  const t = useTranslations('SessionHeader')
  const sessions = useTranslations('Sessions')
  const router = useRouter()
  const [open, setOpen] = useState<'settings' | 'end' | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const { id, title, settings, stores, isArchived } = session
  const run = (work: () => Promise<ActionResult>) =>
    startTransition(async () => {
      const outcome = await work()
      setWhy(whyNot(outcome))
      if (outcome.isDone) {
        setOpen(null)
        router.refresh()
      }
    })
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
      <h1 className="min-w-0 truncate font-semibold">
        <VisibleLabel text={title ?? sessions('untitled', { id: id.slice(-6) })} />
      </h1>
      <p className="flex min-w-0 flex-wrap gap-x-3 text-xs text-ink-3">
        <span className="font-mono">{settings.model}</span>
        {stores.map(({ storeId, name }) => (
          <Link key={storeId} href={`/stores/${storeId}`} className="text-accent hover:underline">
            <VisibleLabel text={name} />
          </Link>
        ))}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-1">
        <AskSwitch
          asks={settings.approval === 'always_ask'}
          isArchived={isArchived}
          save={(approval) => updateSessionAction({ sessionId: id, settings: { approval } })}
        />
        <Link
          href={`/sessions/${id}/changes`}
          className={buttonLook({ look: 'quiet', size: 'small' })}
        >
          {t('changes')}
        </Link>
        <a
          href={`/sessions/${id}/transcript?format=md`}
          className={buttonLook({ look: 'quiet', size: 'small' })}
          download
        >
          {t('markdown')}
        </a>
        <a
          href={`/sessions/${id}/transcript?format=json`}
          className={buttonLook({ look: 'quiet', size: 'small' })}
          download
        >
          {t('json')}
        </a>
        <Button look="quiet" size="small" onClick={() => setOpen('settings')}>
          {t('settings')}
        </Button>
        <Button look="quiet" size="small" onClick={() => setOpen('end')}>
          {t('end')}
        </Button>
      </div>
      {why === null || open !== null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Dialog
        title={t('settingsTitle')}
        description={t('settingsAbout')}
        isOpen={open === 'settings'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'settings' : null)}
      >
        <form
          className="space-y-4"
          action={(form) =>
            run(() => {
              const memoryPrompt = formText(form, 'memoryPrompt')
              return updateSessionAction({
                sessionId: id,
                title: formText(form, 'title'),
                settings: {
                  instructions: formText(form, 'instructions'),
                  memoryPrompt: memoryPrompt.trim() === '' ? null : memoryPrompt,
                },
              })
            })
          }
        >
          <label className="block">
            <span className="font-medium">{t('title')}</span>
            <input
              name="title"
              defaultValue={title ?? ''}
              maxLength={255}
              className="mt-1 block h-8 w-full rounded-control border border-control bg-sheet px-2"
            />
          </label>
          <label className="block">
            <span className="font-medium">{t('instructions')}</span>
            <textarea
              name="instructions"
              rows={4}
              defaultValue={settings.instructions}
              className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1 font-mono text-xs"
            />
          </label>
          <label className="block">
            <span className="font-medium">{t('memoryPrompt')}</span>
            <textarea
              name="memoryPrompt"
              rows={6}
              defaultValue={settings.memoryPrompt ?? ''}
              placeholder={t('memoryPromptHint')}
              className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1 font-mono text-xs"
            />
          </label>
          <details>
            <summary className="cursor-pointer text-sm">{t('asSent')}</summary>
            <pre
              tabIndex={0}
              aria-label={t('asSent')}
              className="mt-1 max-h-60 overflow-auto border-l-2 border-line pl-3 font-mono text-xs whitespace-pre-wrap"
            >
              <VisibleText text={system || '—'} />
            </pre>
          </details>
          {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
          <Button type="submit" look="primary" disabled={isPending || isArchived}>
            {t('save')}
          </Button>
        </form>
      </Dialog>
      <Dialog
        title={t('endTitle')}
        description={t('endAbout')}
        isOpen={open === 'end'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'end' : null)}
      >
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <div className="flex flex-wrap justify-end gap-2">
          {isArchived ? null : (
            <Button disabled={isPending} onClick={() => run(() => archiveSessionAction(id))}>
              {t('archive')}
            </Button>
          )}
          <Button disabled={isPending} onClick={() => run(() => deleteSessionAction(id))}>
            {t('delete')}
          </Button>
        </div>
      </Dialog>
    </header>
  )
}

/** Applies at once; if the server refuses, it reverts and says why. */
function AskSwitch({
  asks,
  isArchived,
  save,
}: {
  asks: boolean
  isArchived: boolean
  save: (approval: SessionSettings['approval']) => Promise<ActionResult>
}) {
  const t = useTranslations('SessionHeader')
  const router = useRouter()
  const [shown, setShown] = useOptimistic(asks)
  const [why, setWhy] = useState<string | null>(null)
  const [, startTransition] = useTransition()
  const change = (isOn: boolean) =>
    startTransition(async () => {
      setShown(isOn)
      setWhy(null)
      const outcome = await save(isOn ? 'always_ask' : 'always_allow').catch(() =>
        notDone(t('notSaved')),
      )
      // In a transition of its own, so that the optimistic state lasts until the page has updated.
      startTransition(() => {
        setWhy(whyNot(outcome))
        if (outcome.isDone) router.refresh()
      })
    })
  return (
    <>
      <label className="flex min-h-7 items-center px-1 text-sm">
        <input
          type="checkbox"
          role="switch"
          className="m-1.5"
          checked={shown}
          disabled={isArchived}
          onChange={({ target }) => change(target.checked)}
        />
        {t('ask')}
      </label>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
    </>
  )
}
