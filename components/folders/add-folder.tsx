'use client'

import { Plus } from 'lucide-react'
import { useState, useTransition } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { ActWords } from '@/components/frame/page'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useLetterKey } from '@/components/ui/use-letter-key'
import type { Direction } from '@/lib/connect/model/connection'
import { connectFoldersAction } from './actions'
import { ConnectChoice, type ConnectWay } from './connect-choice'
import { DirectionChoice } from './direction-choice'
import { noteConnected } from './stores-to-open'

/** Elements of the page that a way leads to: the folders that were found, and the lines for agents. */
const FOUND = '[data-folder-row="found"]'
const LINES = 'input[name="client"]'

/**
 * Asks what is to be connected, and leads there; a folder of the server's machine is connected here.
 * `foundCount`: as of `ConnectChoice`.
 */
export function AddFolder({ foundCount }: { foundCount: number }) {
  const t = useTranslations('Folders')
  const [opened, setOpened] = useState<'choice' | 'folder' | null>(null)
  const setOpen = (isOpen: boolean) => setOpened(isOpen ? 'choice' : null)
  useLetterKey('n', () => setOpen(true))
  const choose = (way: ConnectWay) => {
    if (way === 'folder') return setOpened('folder')
    // An open dialog would take the focus back.
    flushSync(() => setOpen(false))
    const selector = way === 'claude_code' && foundCount > 0 ? FOUND : `${LINES}:checked`
    const target = document.querySelector<HTMLElement>(selector)
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <Button aria-keyshortcuts="n" onClick={() => setOpen(true)}>
        <Plus size={15} aria-hidden />
        <ActWords>{t('add')}</ActWords>
        <span aria-hidden className="max-lg:hidden">
          <Kbd>N</Kbd>
        </span>
      </Button>
      <Dialog
        title={t(opened === 'folder' ? 'addTitle' : 'connectTitle')}
        {...(opened === 'folder' ? { description: t('addAbout') } : {})}
        isOpen={opened !== null}
        onOpenChange={setOpen}
      >
        {opened === 'folder' ? (
          <FolderForm onEnd={() => setOpen(false)} />
        ) : (
          <ConnectChoice foundCount={foundCount} onChoose={choose} />
        )}
      </Dialog>
    </>
  )
}

function FolderForm({ onEnd }: { onEnd: () => void }) {
  const t = useTranslations('Folders')
  const app = useTranslations('App')
  const noAnswer = useNoAnswer()
  const [direction, setDirection] = useState<Direction>('read')
  const [why, setWhy] = useState<string | null>(null)
  const [suggested, setSuggested] = useState('')
  const [isPending, start] = useTransition()
  const submit = (form: FormData) =>
    start(async () => {
      const location = formText(form, 'location')
      const store = { name: formText(form, 'store-name').trim() || lastPart(location) }
      const folders = [{ location, preset: 'folder' as const, store }]
      const outcome = await connectFoldersAction({ folders, direction }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      noteConnected(outcome.value)
      onEnd()
    })
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) submit(new FormData(event.currentTarget))
      }}
    >
      <Field
        id="location"
        name="location"
        label={t('location')}
        autoFocus
        hint={t('locationHint')}
        required
        pattern=".*\S.*"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setSuggested(lastPart(event.target.value))}
      />
      <Field
        id="store-name"
        name="store-name"
        label={t('storeName')}
        placeholder={suggested}
        maxLength={255}
        autoComplete="off"
      />
      <div>
        <DirectionChoice name="direction" value={direction} onChoose={setDirection} />
        <p className="mt-1 text-xs text-ink-3">
          {t(direction === 'read' ? 'readAbout' : 'bothWaysAbout')}
        </p>
      </div>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onEnd}>{app('cancel')}</Button>
        <Button variant="primary" type="submit" isBusy={isPending}>
          {t('connect', { count: 1 })}
        </Button>
      </div>
    </form>
  )
}

/** The name of a folder: the last part of its path. */
const lastPart = (location: string) =>
  location
    .trim()
    .split(/[\\/]/)
    .findLast((part) => part !== '') ?? ''
