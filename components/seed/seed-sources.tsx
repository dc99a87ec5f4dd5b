'use client'

import { FileText, Folder, FolderGit2, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import type { SeedTaken } from '@/lib/store/seeding/seeds'
import { readDrop } from './dropped'
import { SeedChoice } from './seed-choice'
import type { ChosenFiles } from './seed-file'
import { chosenFiles, pastedUpload } from './seed-files'
import type { SeedOrigin } from './queries'
import { typedSource } from './typed-source'
import { useFileDrop } from './use-file-drop'

export interface SeedSourcesProps {
  /** the plan is being made */
  isPending: boolean
  /** reason why no plan could be made; null: none was requested */
  why: string | null
  /** `into`: the target folder in the store, with its slashes */
  onFiles: (files: Promise<ChosenFiles>, into: string) => void
  onOrigin: (origin: SeedOrigin) => void
}

/** Chooses a source: one area for files, one field for a path on the server's disk or a text. */
export function SeedSources({ isPending, why, onFiles, onOrigin }: SeedSourcesProps) {
  const t = useTranslations('Seed')
  const [into, setInto] = useState('/')
  const plan = (files: Promise<ChosenFiles>) => onFiles(files, folderOf(into))
  const isOver = useFileDrop((transfer) => plan(readDrop(transfer).files))
  return (
    <div className="space-y-6">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <section
        aria-label={t('files')}
        className={classNames(
          'flex flex-col items-center rounded-sheet border border-dashed px-6 py-9 text-center',
          isOver ? 'border-accent bg-accent-bg' : 'border-control bg-well',
        )}
      >
        <span className="grid size-10 place-items-center rounded-card bg-raised text-accent shadow-e-1">
          <Upload size={20} strokeWidth={1.75} aria-hidden />
        </span>
        <h2 className="mt-3 text-title font-semibold">{t('dropFiles')}</h2>
        <p className="mt-0.5 text-ink-2">{t('planFirst')}</p>
        <div className="mt-4 flex flex-wrap items-center justify-center gap-2">
          <FileButton onFiles={plan} isOff={isPending}>
            <FileText size={15} aria-hidden />
            {t('chooseFiles')}
          </FileButton>
          <FileButton onFiles={plan} isOff={isPending} isFolder>
            <Folder size={15} aria-hidden />
            {t('chooseFolder')}
          </FileButton>
          <label className="flex items-center gap-2">
            <span className="text-ink-2">{t('into')}</span>
            <input
              value={into}
              onChange={({ target }) => setInto(target.value)}
              autoComplete="off"
              spellCheck={false}
              aria-describedby="seed-into-hint"
              className="h-7 w-32 rounded-control border border-control bg-sheet px-2 font-mono text-code max-md:h-9"
            />
          </label>
        </div>
        <p id="seed-into-hint" className="mt-2 text-xs text-ink-3">
          {t('intoHint')}
        </p>
      </section>
      <p aria-hidden className="flex items-center gap-4 text-ink-3">
        <span className="h-px flex-1 bg-line" />
        {t('or')}
        <span className="h-px flex-1 bg-line" />
      </p>
      <TypedForm isPending={isPending} onOrigin={onOrigin} />
    </div>
  )
}

const TAKEN: readonly SeedTaken[] = ['history_and_uncommitted', 'history', 'as_is']

/** One field that tells a path from a text, and asks what is needed for either. */
function TypedForm({
  isPending,
  onOrigin,
}: {
  isPending: boolean
  onOrigin: (origin: SeedOrigin) => void
}) {
  const t = useTranslations('Seed')
  const [typed, setTyped] = useState('')
  const [memoryPath, setMemoryPath] = useState('')
  const [taken, setTaken] = useState<SeedTaken>('history_and_uncommitted')
  const kind = typedSource(typed)
  const submit = () =>
    onOrigin(
      kind === 'path'
        ? { path: typed.trim(), taken }
        : { file: pastedUpload(memoryPath.trim(), typed) },
    )
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label className="block">
        <span className="font-medium">{t('typed')}</span>
        <textarea
          rows={kind === 'text' ? 6 : 1}
          value={typed}
          required
          spellCheck={kind === 'text'}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || kind !== 'path') return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
          className="mt-1 field-sizing-content block max-h-80 min-h-10 w-full rounded-control border border-control bg-sheet px-3 py-2.5 font-mono text-code"
        />
      </label>
      {kind === 'nothing' ? null : (
        <div className="rounded-sheet shadow-[inset_0_0_0_1px_var(--line-2)]">
          <div className="space-y-3 p-4">
            <p role="status" className="flex items-center gap-2.5 font-semibold">
              {kind === 'path' ? (
                <FolderGit2 size={18} strokeWidth={1.75} aria-hidden className="text-ink-3" />
              ) : (
                <FileText size={18} strokeWidth={1.75} aria-hidden className="text-ink-3" />
              )}
              {t(kind === 'path' ? 'server' : 'paste')}
            </p>
            {kind === 'path' ? (
              <SeedChoice
                name="taken"
                legend={t('taken')}
                choices={TAKEN}
                labelOf={(each) => t(`taken_${each}`)}
                noteOf={(each) => t(`taken_${each}_note`)}
                value={taken}
                onChoose={setTaken}
              />
            ) : (
              <Field
                id="paste-path"
                label={t('pastePath')}
                placeholder="/notes/idea.md"
                required
                autoComplete="off"
                spellCheck={false}
                value={memoryPath}
                onChange={({ target }) => setMemoryPath(target.value)}
                className="max-w-sm"
              />
            )}
          </div>
          <div className="flex justify-end border-t border-line px-4 py-3">
            <Button variant="primary" type="submit" isBusy={isPending}>
              {isPending ? t('planning') : t('plan')}
              {kind === 'path' ? <Kbd>↵</Kbd> : null}
            </Button>
          </div>
        </div>
      )}
    </form>
  )
}

function folderOf(into: string): string {
  const bare = into.trim().replace(/^\/+|\/+$/g, '')
  return bare === '' ? '/' : `/${bare}/`
}

function FileButton({
  onFiles,
  isOff,
  isFolder = false,
  children,
}: {
  onFiles: (files: Promise<ChosenFiles>) => void
  isOff: boolean
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
        disabled={isOff}
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
