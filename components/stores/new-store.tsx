'use client'

import { File, Folder, GitBranch, Package, Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useState, useTransition } from 'react'
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
import { openSampleAction } from '@/components/welcome/actions'
import { plainName } from '@/lib/text/plain-text'
import { createStoreAction } from './actions'

/** What a new store starts from, as it stands in two columns, and where that leads in the store. */
const STARTS = [
  { from: 'nothing', Icon: File, page: '' },
  { from: 'files', Icon: Folder, page: '/seed' },
  { from: 'git', Icon: GitBranch, page: '/seed?from=machine' },
  { from: 'sample', Icon: Package, page: '' },
] as const

type Start = (typeof STARTS)[number]

/** The bit of a place in two columns that an arrow turns. */
const ARROWS: Record<string, number> = { ArrowLeft: 1, ArrowRight: 1, ArrowUp: 2, ArrowDown: 2 }

/**
 * The button and form for a new store; files dropped on the page open it too. As the secondary one
 * it stands beside a field that has the focus, where its key would be typed: it does not show it.
 */
export function NewStore({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const t = useTranslations('NewStore')
  const [isOpen, setOpen] = useState(false)
  const [dropped, setDropped] = useState<Dropped | null>(null)
  const isOver = useFileDrop((transfer) => {
    setDropped(readDrop(transfer))
    setOpen(true)
  })

  useLetterKey('n', () => setOpen(true))
  useOpenedByHash('#new-store', () => setOpen(true))

  const changeOpen = (isOpened: boolean) => {
    setOpen(isOpened)
    if (!isOpened) setDropped(null)
  }
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)} aria-keyshortcuts="n">
        <Plus size={16} aria-hidden />
        {variant === 'primary' ? <ActWords>{t('button')}</ActWords> : t('button')}
        {variant === 'primary' ? (
          <span aria-hidden className="max-lg:hidden">
            <Kbd>N</Kbd>
          </span>
        ) : null}
      </Button>
      <Dialog title={t('button')} isOpen={isOpen} onOpenChange={changeOpen}>
        <NewStoreForm dropped={dropped} onCancel={() => changeOpen(false)} />
      </Dialog>
      {isOver ? <DropOverlay text={t('dropHere')} /> : null}
    </>
  )
}

function NewStoreForm({ dropped, onCancel }: { dropped: Dropped | null; onCancel: () => void }) {
  const t = useTranslations('NewStore')
  const app = useTranslations('App')
  const sample = useTranslations('Welcome')
  const noAnswer = useNoAnswer()
  const router = useRouter()
  const [start, setStart] = useState<Start>(STARTS[0])
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const { from, page } = dropped ? STARTS[1] : start
  const submit = (name: string) =>
    startTransition(async () => {
      const create = from === 'sample' ? openSampleAction : createStoreAction
      const result = await create({ name }).catch(noAnswer)
      if (!result.isDone) return setWhy(result.why)
      if (dropped) keepDropped(dropped)
      router.push(`/stores/${result.value}${page}`)
    })
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        // Not an action: that would clear the fields, even if the store is refused.
        event.preventDefault()
        submit(formText(new FormData(event.currentTarget), 'name'))
      }}
    >
      <Field
        id="name"
        name="name"
        label={t('name')}
        defaultValue={dropped ? nameOfDropped(dropped) : ''}
        placeholder={from === 'sample' ? sample('sampleStore') : undefined}
        required={from !== 'sample'}
        maxLength={255}
        autoComplete="off"
      />
      {dropped ? (
        <DroppedNames names={dropped.names} />
      ) : (
        <StartChoice chosen={start} onChoose={setStart} />
      )}
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="-mx-5 -mb-5 flex justify-end gap-2 border-t border-line px-5 py-3">
        <Button variant="quiet" onClick={onCancel}>
          {app('cancel')}
        </Button>
        <Button variant="primary" type="submit" isBusy={isPending}>
          {isPending ? t('creating') : t(dropped ? 'next_dropped' : `next_${from}`)}
          <Kbd>↵</Kbd>
        </Button>
      </div>
    </form>
  )
}

function StartChoice({ chosen, onChoose }: { chosen: Start; onChoose: (start: Start) => void }) {
  const t = useTranslations('NewStore')
  const move = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    const to = STARTS[STARTS.indexOf(chosen) ^ (ARROWS[event.key] ?? 0)]
    if (!to || to === chosen) return
    // A radio's own arrows know an order only, and not what stands below.
    event.preventDefault()
    onChoose(to)
    event.currentTarget.querySelector<HTMLElement>(`[value=${to.from}]`)?.focus()
  }
  return (
    <fieldset onKeyDown={move}>
      <legend className="pb-1.5 font-medium">{t('startFrom')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {STARTS.map((each) => {
          const { from, Icon } = each
          return (
            <label
              key={from}
              className="relative flex cursor-pointer items-start gap-2.5 rounded-card p-2.5 shadow-[inset_0_0_0_1px_var(--line-2)] has-checked:bg-accent-bg has-checked:shadow-[inset_0_0_0_1.5px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="start"
                value={from}
                checked={each === chosen}
                onChange={() => onChoose(each)}
                aria-labelledby={`start-${from}`}
                aria-describedby={`start-${from}-about`}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Icon
                size={18}
                strokeWidth={1.5}
                aria-hidden
                className={`mt-0.5 shrink-0 ${each === chosen ? 'text-accent' : 'text-ink-3'}`}
              />
              <span className="min-w-0">
                <span id={`start-${from}`} className="block font-medium">
                  {t(from)}
                </span>
                <span id={`start-${from}-about`} className="block text-xs text-ink-2">
                  {t(`${from}About`)}
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
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
