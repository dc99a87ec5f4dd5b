'use client'

import { Plus } from 'lucide-react'
import { useState, useTransition } from 'react'
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
import { DirectionChoice } from './direction-choice'
import { noteConnected } from './stores-to-open'

/** Connects any folder of the server's machine. */
export function AddFolder() {
  const t = useTranslations('Folders')
  const [isOpen, setOpen] = useState(false)
  useLetterKey('n', () => setOpen(true))
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
        title={t('addTitle')}
        description={t('addAbout')}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <FolderForm onEnd={() => setOpen(false)} />
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
