'use client'

import { clsx } from 'clsx'
import { ClipboardPaste, FolderOpen, Laptop, RotateCw, Upload } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Unanswered } from '@/components/act/ask'
import { useWhyUnanswered } from '@/components/act/unanswered'
import { useAct } from '@/components/act/use-act'
import { staysHere } from '@/components/live/leaving'
import { VisibleLabel } from '@/components/lines/visible-text'
import { ActButton } from '@/components/ui/act-button'
import { Button, buttonLook } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Form, formText } from '@/components/ui/form'
import { useHanded } from '@/components/ui/handed'
import { WhyNot } from '@/components/ui/notice'
import { TabLinks } from '@/components/ui/segmented'
import { Ago } from '@/components/ui/time'
import { shownSize } from '@/lib/text/human-size'
import type { KnownSeed } from '@/lib/transfer/seed'
import { readFromMachine, readPasted } from './actions'
import { chosenFiles, DropHere, type Files, uploadFiles, useFileDrop } from './files'

export interface SeedSourceProps {
  storeId: string
  from: 'files' | 'machine' | 'text'
  memoryBytes: number
  seeds: readonly KnownSeed[]
  now: Date
}

/** Asks where the files are, and leads to the plan of taking them in. Nothing is written here. */
export function SeedSource({ storeId, from, memoryBytes, seeds, now }: SeedSourceProps) {
  const t = useTranslations('Seed')
  const address = `/stores/${storeId}/seed`
  const tabs = [
    { key: 'files', href: address, Icon: Upload },
    { key: 'machine', href: `${address}?from=machine`, Icon: Laptop },
    { key: 'text', href: `${address}?from=text`, Icon: ClipboardPaste },
  ] as const
  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 py-8">
      <h2 className="pb-6 text-[22px] leading-7 font-semibold tracking-[-0.015em]">{t('where')}</h2>
      <div className="-mx-4 mb-6">
        <TabLinks
          label={t('where')}
          tabs={tabs.map(({ key, href, Icon }) => ({
            href,
            isCurrent: key === from,
            count: null,
            label: (
              <span className="flex items-center gap-2">
                <Icon size={16} strokeWidth={1.75} aria-hidden />
                {t(key)}
              </span>
            ),
          }))}
        />
      </div>
      {from === 'files' ? <FromFiles storeId={storeId} memoryBytes={memoryBytes} /> : null}
      {from === 'machine' ? <FromMachine storeId={storeId} /> : null}
      {from === 'text' ? <FromText storeId={storeId} /> : null}
      {seeds.length > 0 ? <Again storeId={storeId} seeds={seeds} now={now} /> : null}
    </div>
  )
}

const planIn = (storeId: string) => (jobId: string) => `/stores/${storeId}/plan?seed=${jobId}`

function FromFiles({ storeId, memoryBytes }: { storeId: string; memoryBytes: number }) {
  const t = useTranslations('Seed')
  const whyUnanswered = useWhyUnanswered()
  const format = useFormatter()
  const router = useRouter()
  const [sent, setSent] = useState<number | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const sending = useRef<AbortController>(null)
  const choice = useRef<HTMLDivElement>(null)
  // Who goes elsewhere is not led back here; a link may be long on its way.
  useEffect(() => () => sending.current?.abort(), [])
  const send = async (files: Files) => {
    sending.current?.abort()
    const { signal } = (sending.current = new AbortController())
    const isHere = staysHere()
    try {
      const chosen = await files.files
      setWhy(null)
      setSent(0)
      const jobId = await uploadFiles(storeId, chosen, setSent, signal)
      if (isHere()) router.push(planIn(storeId)(jobId))
    } catch (error) {
      if (signal.aborted) return
      setSent(null)
      setWhy(error instanceof Unanswered ? whyUnanswered(error) : t('unread'))
    }
  }
  const stop = () => {
    sending.current?.abort()
    setSent(null)
    choice.current?.querySelector('input')?.focus()
  }
  const handed = useHanded('seed')
  const sendHanded = useEffectEvent(() => {
    if (handed) void send(handed)
  })
  // Afterwards: what it shows is a state of its own, and no part of the first one.
  useEffect(() => queueMicrotask(() => sendHanded()), [])
  const isOver = useFileDrop((files) => void send(files))
  const size = shownSize(format, memoryBytes)
  const words = t('sending', { percent: format.number(sent ?? 0, { style: 'percent' }) })
  return (
    <>
      <div className="grid place-items-center rounded-card border border-dashed border-control bg-well px-6 py-10 text-center">
        <Upload size={18} aria-hidden className="text-ink-3" />
        <p className="pt-3 font-semibold">{t('drop')}</p>
        <p className="pt-1 text-ink-2">{t('dropAbout', { size })}</p>
        <div ref={choice} className="flex flex-wrap justify-center gap-2 pt-4">
          <FileButton words={t('chooseFiles')} onChoose={(files) => void send(files)} />
          <FileButton words={t('chooseFolder')} isFolder onChoose={(files) => void send(files)} />
        </div>
        {sent === null ? null : (
          <p className="flex items-center gap-3 pt-4 text-ink-2">
            <span role="progressbar" aria-label={words} aria-valuenow={Math.round(100 * sent)}>
              {words}
            </span>
            <Button size="small" onClick={stop}>
              {t('stop')}
            </Button>
          </p>
        )}
      </div>
      <WhyNot why={why} />
      {isOver ? <DropHere words={t('dropHere')} /> : null}
    </>
  )
}

interface FileButtonProps {
  words: string
  isFolder?: boolean
  onChoose: (files: Files) => void
}

function FileButton({ words, isFolder = false, onChoose }: FileButtonProps) {
  return (
    <label
      className={clsx(
        buttonLook(),
        'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      )}
    >
      {words}
      <input
        type="file"
        multiple
        className="absolute inset-0 cursor-pointer opacity-0"
        {...(isFolder && { webkitdirectory: '' })}
        onChange={(event) => {
          const { files } = event.currentTarget
          if (files && files.length > 0) onChoose(chosenFiles(files))
          // Else the same ones could not be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

function FromMachine({ storeId }: { storeId: string }) {
  const t = useTranslations('Seed')
  const read = useAct(readFromMachine, { to: planIn(storeId) })
  return (
    <SourceForm
      read={read}
      onSend={(form) => void read.run({ storeId, path: formText(form, 'path') })}
    >
      <Field
        name="path"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this field
        autoFocus
        label={t('path')}
        hint={t('pathAbout')}
        placeholder="/home/me/notes"
        required
        autoComplete="off"
        spellCheck={false}
      />
    </SourceForm>
  )
}

function FromText({ storeId }: { storeId: string }) {
  const t = useTranslations('Seed')
  const read = useAct(readPasted, { to: planIn(storeId) })
  return (
    <SourceForm
      read={read}
      onSend={(form) => {
        const path = formText(form, 'path')
        const content = formText(form, 'content')
        void read.run({ storeId, path, content })
      }}
    >
      <Field
        name="path"
        label={t('memoryPath')}
        placeholder="/notes.md"
        required
        autoComplete="off"
        spellCheck={false}
      />
      <Field name="content" label={t('content')} rows={12} required spellCheck={false} />
    </SourceForm>
  )
}

interface SourceFormProps {
  read: { isBusy: boolean; why: string | null }
  onSend: (form: HTMLFormElement) => void
  children: ReactNode
}

function SourceForm({ read, onSend, children }: SourceFormProps) {
  const t = useTranslations('Seed')
  return (
    <Form className="grid gap-5" onSend={onSend}>
      {children}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="primary" size="large" type="submit" isBusy={read.isBusy} stroke="enter">
          {t('showPlan')}
        </Button>
        <span className="text-ink-2">{t('nothingYet')}</span>
      </div>
      <WhyNot why={read.why} />
    </Form>
  )
}

function Again({ storeId, seeds, now }: Pick<SeedSourceProps, 'storeId' | 'seeds' | 'now'>) {
  const t = useTranslations('Seed')
  return (
    <section className="pt-10">
      <h3 className="pb-2 font-semibold">{t('before')}</h3>
      <ul>
        {seeds.map(({ source, at, isPath }) => (
          <li
            key={source}
            className="flex min-h-11 items-center gap-3 border-t border-line py-1.5 last:border-b"
          >
            <FolderOpen size={16} aria-hidden className="shrink-0 text-ink-3" />
            <span className="min-w-0 flex-1 truncate font-mono text-xs">
              <VisibleLabel text={source} />
            </span>
            <span className="text-xs text-ink-3">
              <Ago time={at} now={now} />
            </span>
            {isPath ? (
              <ActButton
                size="small"
                does={readFromMachine}
                input={{ storeId, path: source }}
                on={{ to: planIn(storeId) }}
                Icon={RotateCw}
              >
                {t('again')}
              </ActButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
