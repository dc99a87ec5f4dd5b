'use client'

import { ClipboardPaste, FileText, Folder, Laptop, Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import { ErrorNotice } from '@/components/ui/notice'
import { readDrop } from './dropped'
import { MachineSource, type MachineSourceProps } from './machine-source'
import type { ChosenFiles } from './seed-file'
import { chosenFiles, pastedUpload } from './seed-files'
import { useFileDrop } from './use-file-drop'

const WAYS = [
  ['upload', Upload],
  ['machine', Laptop],
  ['paste', ClipboardPaste],
] as const

export type SeedWay = (typeof WAYS)[number][0]

export interface SeedSourcesProps extends Omit<MachineSourceProps, 'takesFocus'> {
  /** the way that is open first */
  way: SeedWay
  /** reason why no plan could be made; null: none was requested */
  why: string | null
  /** `into`: the target folder in the store, with its slashes */
  onFiles: (files: Promise<ChosenFiles>, into: string) => void
}

/** Asks where the files are: in the browser, on the server's machine, or in the clipboard. */
export function SeedSources({ way: first, why, onFiles, ...machine }: SeedSourcesProps) {
  const t = useTranslations('Seed')
  const [way, setWay] = useState<SeedWay>(first)
  const [into, setInto] = useState('/')
  const tabs = useRef<HTMLDivElement>(null)
  const plan = (files: Promise<ChosenFiles>) => onFiles(files, folderOf(into))
  const isOver = useFileDrop((transfer) => plan(readDrop(transfer).files))
  const step = (by: number) => {
    const at = WAYS.findIndex(([each]) => each === way)
    const [next] = WAYS[(at + by + WAYS.length) % WAYS.length] ?? WAYS[0]
    setWay(next)
    tabs.current?.querySelector<HTMLElement>(`#way-${next}`)?.focus()
  }
  return (
    <div className="space-y-6">
      <h2 className="text-document font-semibold tracking-[-0.01em]">{t('where')}</h2>
      <div
        ref={tabs}
        role="tablist"
        aria-label={t('where')}
        className="flex h-11 gap-4 overflow-x-auto border-b border-line"
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') step(1)
          if (key === 'ArrowLeft') step(-1)
        }}
      >
        {WAYS.map(([each, Icon]) => (
          <button
            key={each}
            id={`way-${each}`}
            type="button"
            role="tab"
            aria-selected={each === way}
            aria-controls="way-panel"
            tabIndex={each === way ? 0 : -1}
            onClick={() => setWay(each)}
            className={classNames(
              '-mb-px flex cursor-pointer items-center gap-2 border-b-2 font-medium whitespace-nowrap outline-offset-[-2px]',
              each === way ? 'border-ink text-ink' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            <Icon size={15} strokeWidth={1.75} aria-hidden />
            {t(each)}
          </button>
        ))}
      </div>
      <div id="way-panel" role="tabpanel" aria-labelledby={`way-${way}`} className="space-y-6">
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <div hidden={way !== 'upload'}>
          <UploadArea isOver={isOver} into={into} onInto={setInto} onFiles={plan} />
        </div>
        {/* Kept, so that what was typed is there on the way back. */}
        <div hidden={way !== 'machine'}>
          <MachineSource {...machine} takesFocus={first === 'machine'} />
        </div>
        <div hidden={way !== 'paste'}>
          <PasteForm onOrigin={machine.onOrigin} />
        </div>
      </div>
    </div>
  )
}

interface UploadAreaProps {
  isOver: boolean
  into: string
  onInto: (into: string) => void
  onFiles: (files: Promise<ChosenFiles>) => void
}

function UploadArea({ isOver, into, onInto, onFiles }: UploadAreaProps) {
  const t = useTranslations('Seed')
  return (
    <>
      <section
        aria-label={t('files')}
        className={classNames(
          'flex flex-col items-center rounded-sheet border border-dashed px-6 py-10 text-center',
          isOver ? 'border-accent bg-accent-bg' : 'border-control bg-well',
        )}
      >
        <Upload size={18} strokeWidth={1.75} aria-hidden />
        <h3 className="mt-2 text-title font-semibold">{t('dropFiles')}</h3>
        <p className="mt-1.5 text-ink-2">{t('formats')}</p>
        <div className="mt-4 flex flex-wrap items-center justify-center gap-2">
          <FileButton onFiles={onFiles}>
            <FileText size={15} aria-hidden />
            {t('chooseFiles')}
          </FileButton>
          <FileButton onFiles={onFiles} isFolder>
            <Folder size={15} aria-hidden />
            {t('chooseFolder')}
          </FileButton>
        </div>
      </section>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <label className="flex items-center gap-2 text-ink-2">
          {t('into')}
          <input
            value={into}
            onChange={({ target }) => onInto(target.value)}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="seed-into-hint"
            className="h-7 w-32 border-b border-control bg-transparent font-mono text-code max-md:h-9"
          />
        </label>
        <span id="seed-into-hint" className="text-xs text-ink-3">
          {t('intoHint')}
        </span>
      </div>
    </>
  )
}

/** A text, as one memory. */
function PasteForm({ onOrigin }: Pick<MachineSourceProps, 'onOrigin'>) {
  const t = useTranslations('Seed')
  const [text, setText] = useState('')
  const [path, setPath] = useState('')
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        onOrigin({ file: pastedUpload(path.trim(), text) })
      }}
    >
      <label className="block">
        <span className="font-medium">{t('pastedText')}</span>
        <textarea
          rows={8}
          value={text}
          required
          onChange={({ target }) => setText(target.value)}
          className="mt-1 field-sizing-content block max-h-[50vh] min-h-40 w-full rounded-control border border-control bg-sheet px-3 py-2.5 font-mono text-code"
        />
      </label>
      <Field
        id="paste-path"
        label={t('pastePath')}
        placeholder="/notes/idea.md"
        required
        autoComplete="off"
        spellCheck={false}
        value={path}
        onChange={({ target }) => setPath(target.value)}
        className="max-w-sm"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" size="large" type="submit">
          {t('plan')}
        </Button>
        <span className="text-ink-3">{t('nothingYet')}</span>
      </div>
    </form>
  )
}

function folderOf(into: string): string {
  const bare = into.trim().replace(/^\/+|\/+$/g, '')
  return bare === '' ? '/' : `/${bare}/`
}

function FileButton({
  onFiles,
  isFolder = false,
  children,
}: {
  onFiles: (files: Promise<ChosenFiles>) => void
  isFolder?: boolean
  children: ReactNode
}) {
  return (
    <label
      className={classNames(
        buttonVariants(),
        'relative has-focus-visible:outline-2 has-focus-visible:outline-accent',
      )}
    >
      {children}
      <input
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: '' } : {})}
        onChange={({ target }) => {
          if (target.files) onFiles(Promise.resolve(chosenFiles(target.files)))
          // The same files can be chosen again, after they were changed.
          target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
