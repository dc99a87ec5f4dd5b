'use client'

import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { ActWords } from '@/components/frame/page'
import { DropOverlay } from '@/components/seed/drop-overlay'
import { type Dropped, keepDropped, nameOfDropped, readDrop } from '@/components/seed/dropped'
import { useFileDrop } from '@/components/seed/use-file-drop'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { useOpenedByHash } from '@/components/ui/use-opened-by-hash'
import { plainName } from '@/lib/text/plain-text'
import { createStoreAction } from './actions'

/**
 * The button and form for a new store; files dropped on the page open it too. As the secondary one
 * it stands beside a field that has the focus, where its key would be typed: it does not show it.
 */
export function NewStore({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const t = useTranslations('NewStore')
  const noAnswer = useNoAnswer()
  const app = useTranslations('App')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [dropped, setDropped] = useState<Dropped | null>(null)
  const [isPending, startTransition] = useTransition()
  const isOver = useFileDrop((transfer) => {
    setDropped(readDrop(transfer))
    setOpen(true)
  })

  useLetterKey('c', () => setOpen(true))
  useOpenedByHash('#new-store', () => setOpen(true))

  const changeOpen = (isOpened: boolean) => {
    setOpen(isOpened)
    if (isOpened) return
    setDropped(null)
    setWhy(null)
  }
  const submit = (form: FormData) => {
    startTransition(async () => {
      const result = await createStoreAction({
        name: formText(form, 'name'),
        description: formText(form, 'description'),
        maxContentBytes: Number(formText(form, 'limit')),
      }).catch(noAnswer)
      if (!result.isDone) return setWhy(result.why)
      if (dropped) keepDropped(dropped)
      router.push(`/stores/${result.value}${dropped ? '/seed' : ''}`)
    })
  }

  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)} aria-keyshortcuts="c">
        <Plus size={16} aria-hidden />
        {variant === 'primary' ? <ActWords>{t('button')}</ActWords> : t('button')}
        {variant === 'primary' ? (
          <span aria-hidden className="max-lg:hidden">
            <Kbd>C</Kbd>
          </span>
        ) : null}
      </Button>
      <Dialog title={t('title')} description={t('about')} isOpen={isOpen} onOpenChange={changeOpen}>
        <form
          className="space-y-4"
          onSubmit={(event) => {
            // Not an action: that would clear the fields, even if the store is refused.
            event.preventDefault()
            submit(new FormData(event.currentTarget))
          }}
        >
          {dropped ? <DroppedNames names={dropped.names} /> : null}
          <Field
            id="name"
            name="name"
            label={t('name')}
            defaultValue={dropped ? nameOfDropped(dropped) : ''}
            required
            maxLength={255}
            autoComplete="off"
          />
          <Field
            id="description"
            name="description"
            label={t('description')}
            hint={t('descriptionHint')}
            maxLength={1024}
            autoComplete="off"
          />
          <Field
            id="limit"
            name="limit"
            label={t('limit')}
            hint={t('limitHint')}
            type="number"
            min={1}
            max={10_485_760}
            defaultValue={102_400}
            required
          />
          {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
          <div className="flex justify-end gap-2">
            <Button onClick={() => changeOpen(false)}>{app('cancel')}</Button>
            <Button variant="primary" type="submit" disabled={isPending}>
              {isPending ? t('creating') : t('create')}
            </Button>
          </div>
        </form>
      </Dialog>
      {isOver ? <DropOverlay text={t('dropHere')} /> : null}
    </>
  )
}

/** Dropped files listed by name; the others are counted. */
const NAMED = 3

function DroppedNames({ names }: { names: readonly string[] }) {
  const t = useTranslations('NewStore')
  const format = useFormatter()
  const rest = names.length - NAMED
  const named = names.slice(0, NAMED).map(plainName)
  return (
    <p>
      {t('dropped', {
        names: format.list(rest > 0 ? [...named, t('more', { count: rest })] : named),
      })}
    </p>
  )
}
