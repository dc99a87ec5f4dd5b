'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { ErrorNotice } from '@/components/ui/notice'
import type { SeedTaken } from '@/lib/store/seeds'
import { readDrop } from './dropped'
import type { KnownOrigin } from './known-origin'
import { SeedChoice } from './seed-choice'
import type { SeedFile } from './seed-file'
import { chosenFiles, pastedUpload } from './seed-files'
import type { SeedOrigin } from './queries'
import { useFileDrop } from './use-file-drop'

export interface SeedSourcesProps {
  /** the plan is being made */
  isPending: boolean
  /** why no plan could be made; null if none was requested */
  why: string | null
  /** sources of this store on the server's disk */
  known: readonly KnownOrigin[]
  /** `into`: the target folder in the store, with its slashes */
  onFiles: (files: Promise<SeedFile[]>, into: string) => void
  onOrigin: (origin: SeedOrigin) => void
}

/** Chooses a source: uploaded files or a folder, a text, a folder on the server's disk. */
export function SeedSources({ isPending, why, known, onFiles, onOrigin }: SeedSourcesProps) {
  const t = useTranslations('Seed')
  const [into, setInto] = useState('/')
  const [taken, setTaken] = useState<SeedTaken>('history_and_uncommitted')
  const plan = (files: Promise<SeedFile[]>) => onFiles(files, folderOf(into))
  const isOver = useFileDrop((transfer) => plan(readDrop(transfer).files))
  return (
    <div className="space-y-8">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      {known.length === 0 ? null : (
        <Part title={t('again')}>
          <ul className="space-y-2">
            {known.map((origin) => (
              <li key={origin.id} className="space-y-1">
                <Button
                  className="h-auto min-h-8 max-w-full text-left break-all whitespace-normal"
                  disabled={isPending}
                  onClick={() => onOrigin(origin)}
                >
                  {t('againFrom', { location: origin.path })}
                </Button>
                <p className="text-xs text-ink-3">{t(`taken_${origin.taken}`)}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('files')}>
        <div
          className={classNames(
            'space-y-3 rounded-control border border-dashed p-6 text-center',
            isOver ? 'border-accent bg-hover' : 'border-control',
          )}
        >
          <p>{t('dropFiles')}</p>
          <div className="flex flex-wrap justify-center gap-4 text-left">
            <FileField label={t('chooseFiles')} onFiles={plan} isOff={isPending} />
            <FileField label={t('chooseFolder')} onFiles={plan} isOff={isPending} isFolder />
          </div>
        </div>
        <Field
          id="seed-into"
          label={t('into')}
          hint={t('intoHint')}
          value={into}
          onChange={({ target }) => setInto(target.value)}
          autoComplete="off"
          className="max-w-sm"
        />
      </Part>
      <Part title={t('paste')}>
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault()
            const form = new FormData(event.currentTarget)
            onOrigin({ file: pastedUpload(formText(form, 'path').trim(), pastedText(form)) })
          }}
        >
          <Field
            id="paste-path"
            name="path"
            label={t('pastePath')}
            placeholder="/notes/idea.md"
            required
            autoComplete="off"
            className="max-w-sm"
          />
          <label className="block">
            <span className="font-medium">{t('pasteText')}</span>
            <textarea
              name="text"
              rows={6}
              required
              className="mt-1 block w-full rounded-control border border-control bg-sheet p-2 font-mono text-sm"
            />
          </label>
          <PlanButton isPending={isPending} />
        </form>
      </Part>
      <Part title={t('server')}>
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault()
            onOrigin({ path: formText(new FormData(event.currentTarget), 'path').trim(), taken })
          }}
        >
          <Field
            id="seed-path"
            name="path"
            label={t('path')}
            hint={t('pathHint')}
            required
            autoComplete="off"
          />
          <SeedChoice
            name="taken"
            legend={<span className="text-sm">{t('taken')}</span>}
            choices={TAKEN}
            labelOf={(each) => t(`taken_${each}`)}
            value={taken}
            onChoose={setTaken}
          />
          <PlanButton isPending={isPending} />
        </form>
      </Part>
    </div>
  )
}

const TAKEN: readonly SeedTaken[] = ['history_and_uncommitted', 'history', 'as_is']

/** A form sends lines with CR and LF; a pasted text keeps LF. */
function pastedText(form: FormData): string {
  return formText(form, 'text').replaceAll('\r\n', '\n')
}

function folderOf(into: string): string {
  const bare = into.trim().replace(/^\/+|\/+$/g, '')
  return bare === '' ? '/' : `/${bare}/`
}

function PlanButton({ isPending }: { isPending: boolean }) {
  const t = useTranslations('Seed')
  return (
    <Button look="primary" type="submit" disabled={isPending}>
      {isPending ? t('planning') : t('plan')}
    </Button>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3">
      <h2 className="font-medium">{title}</h2>
      {children}
    </section>
  )
}

function FileField({
  label,
  onFiles,
  isOff,
  isFolder = false,
}: {
  label: string
  onFiles: (files: Promise<SeedFile[]>) => void
  isOff: boolean
  isFolder?: boolean
}) {
  return (
    <label>
      <span className="text-sm">{label}</span>
      <input
        type="file"
        multiple
        disabled={isOff}
        {...(isFolder ? { webkitdirectory: '' } : {})}
        onChange={({ target }) => {
          if (target.files) onFiles(Promise.resolve(chosenFiles(target.files)))
          // The same files can be chosen again, after they were changed.
          target.value = ''
        }}
        className="mt-1 block w-64 rounded-control border border-control p-1 text-sm"
      />
    </label>
  )
}
