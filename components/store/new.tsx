'use client'

import { File, Folder, GitBranch, Package, Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { DropHere, type Files, nameOfFiles, useFileDrop } from '@/components/seed/files'
import { Button } from '@/components/ui/button'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form'
import { hand } from '@/components/ui/handed'
import { openSample } from '@/components/welcome/actions'
import { makeStore } from './actions'

/** What a store starts from, and where that leads. */
const STARTS = [
  { from: 'nothing', Icon: File, page: '' },
  { from: 'files', Icon: Folder, page: '/seed' },
  { from: 'git', Icon: GitBranch, page: '/seed?from=machine' },
  { from: 'sample', Icon: Package, page: '' },
] as const

type Start = (typeof STARTS)[number]

/** The button and form for a new store; files dropped on the page open it too. */
export function NewStore({ variant = 'primary' }: { variant?: 'secondary' | 'primary' }) {
  const t = useTranslations('NewStore')
  const [isOpen, setOpen] = useState(false)
  const [files, setFiles] = useState<Files | null>(null)
  const isOver = useFileDrop((dropped) => {
    setFiles(dropped)
    setOpen(true)
  })
  useKey('n', t('button'), () => setOpen(true), { bar: true })
  const close = () => {
    setOpen(false)
    setFiles(null)
  }
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)} Icon={Plus} stroke="n">
        {t('button')}
      </Button>
      <Dialog title={t('button')} isOpen={isOpen} onClose={close}>
        <NewStoreForm files={files} onCancel={close} />
      </Dialog>
      {isOver ? <DropHere words={t('dropHere')} /> : null}
    </>
  )
}

function NewStoreForm({ files, onCancel }: { files: Files | null; onCancel: () => void }) {
  const t = useTranslations('NewStore')
  const [start, setStart] = useState<Start>(STARTS[0])
  const { from, page } = files ? STARTS[1] : start
  const to = (id: string) => {
    if (files) hand('seed', files)
    return `/stores/${id}${page}`
  }
  const make = useAct(makeStore, { to })
  const sample = useAct(openSample, { to })
  const isSample = from === 'sample'
  const by = isSample ? sample : make
  return (
    <DialogForm
      act={t(files ? 'next_dropped' : `next_${from}`)}
      stroke="enter"
      by={by}
      onSend={(form) => void by.run({ name: formText(form, 'name') })}
      onCancel={onCancel}
    >
      <Field
        name="name"
        label={t('name')}
        defaultValue={files ? nameOfFiles(files) : ''}
        placeholder={isSample ? t('sampleName') : undefined}
        required={!isSample}
        maxLength={255}
        autoComplete="off"
      />
      {files ? <p>{t('dropped', { count: files.names.length })}</p> : null}
      {files ? null : <StartChoice chosen={start} onChoose={setStart} />}
    </DialogForm>
  )
}

function StartChoice({ chosen, onChoose }: { chosen: Start; onChoose: (start: Start) => void }) {
  const t = useTranslations('NewStore')
  return (
    <fieldset>
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
