'use client'

import { useQuery } from '@tanstack/react-query'
import { File, Folder, FolderGit2, FolderSearch, RotateCcw } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { plainName } from '@/lib/text/plain-text'
import { shownSize } from '@/lib/text/shown-size'
import type { KnownOrigin } from './known-origin'
import { type SeedOrigin, sourceLookQuery } from './queries'
import type { SourceLookAnswer } from './source-look'

export interface MachineSourceProps {
  /** the folder in which browsing begins, which `~` stands for */
  home: string
  /** the folders that the server may read, as they were set */
  allowed: readonly string[]
  /** sources that this store was seeded from before, the newest first */
  known: readonly KnownOrigin[]
  /** whether its field has the focus from the start */
  takesFocus: boolean
  onOrigin: (origin: SeedOrigin) => void
}

/** Names a folder or a file of the server's machine, and tells what lies there as it is typed. */
export function MachineSource({ home, allowed, known, takesFocus, onOrigin }: MachineSourceProps) {
  const t = useTranslations('Seed')
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isBrowsing, setBrowsing] = useState(false)
  const [withHistory, setWithHistory] = useState(true)
  const path = typed.trim().replace(/^~(?=\/|$)/, home)
  const { data: look } = useQuery(sourceLookQuery(useDeferredValue(path)))
  const atFirst = useEffectEvent(() => setTyped(field.current?.value ?? ''))
  // What was typed before hydration.
  useEffect(() => atFirst(), [])
  return (
    <form
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        onOrigin({ path, taken: withHistory ? 'history_and_uncommitted' : 'as_is' })
      }}
    >
      <div>
        <label htmlFor="seed-path" className="font-medium">
          {t('path')}
        </label>
        <div className="mt-1 flex gap-2">
          <input
            ref={field}
            id="seed-path"
            value={typed}
            required
            autoFocus={takesFocus}
            autoComplete="off"
            spellCheck={false}
            list="seed-path-folders"
            aria-describedby="seed-allowed"
            onChange={({ target }) => setTyped(target.value)}
            className="h-9 min-w-0 flex-1 rounded-control border border-control bg-sheet px-3 font-mono text-code"
          />
          <Button
            size="large"
            aria-expanded={isBrowsing}
            onClick={() => {
              if (typed === '') setTyped(home)
              setBrowsing(!isBrowsing)
            }}
          >
            <FolderSearch size={15} aria-hidden className="md:hidden" />
            <span className="max-md:sr-only">{t('browse')}</span>
          </Button>
        </div>
        <p id="seed-allowed" className="mt-1.5 text-xs break-words text-ink-3">
          <Allowed folders={allowed} />
        </p>
        <datalist id="seed-path-folders">
          {look?.folders.map((name) => (
            <option key={name} value={besideOrIn(path, look, name)} />
          ))}
        </datalist>
      </div>
      {isBrowsing && look ? <Folders path={path} look={look} onChoose={setTyped} /> : null}
      {look && look.kind !== 'nothing' ? (
        <div className="divide-y divide-line rounded-card shadow-[inset_0_0_0_1px_var(--line-2)]">
          <Found look={look} />
          {look.history ? (
            <History
              history={look.history}
              isTaken={withHistory}
              onChange={(isTaken) => setWithHistory(isTaken)}
            />
          ) : null}
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" size="large" type="submit">
          {t('plan')}
          <Kbd>↵</Kbd>
        </Button>
        <span className="text-ink-3">{t('nothingYet')}</span>
      </div>
      {known.length === 0 ? null : <Known known={known} onOrigin={onOrigin} />}
    </form>
  )
}

/** Names the folders that may be read before one outside of them is refused. */
function Allowed({ folders }: { folders: readonly string[] }) {
  const t = useTranslations('Seed')
  if (folders.length === 0) return t('noneAllowed')
  if (folders.includes('/')) return t('anyAllowed')
  return t('allowed', { folders: folders.map(plainName).join(', ') })
}

const besideOrIn = (path: string, { kind }: SourceLookAnswer, name: string) =>
  `${kind === 'folder' ? path.replace(/\/+$/, '') : path.slice(0, path.lastIndexOf('/'))}/${name}`

function Folders({
  path,
  look,
  onChoose,
}: {
  path: string
  look: SourceLookAnswer
  onChoose: (path: string) => void
}) {
  const t = useTranslations('Seed')
  const above = path.replace(/\/+[^/]*\/*$/, '') || '/'
  const row = 'flex h-8 w-full items-center gap-2 rounded-control px-2 hover:bg-hover max-md:h-11'
  return (
    <ul
      aria-label={t('folders')}
      className="max-h-72 overflow-auto rounded-card p-1 font-mono text-code shadow-[inset_0_0_0_1px_var(--line-2)]"
    >
      <li>
        <button type="button" className={row} onClick={() => onChoose(above)}>
          <Folder size={15} aria-hidden className="text-ink-3" />
          <span aria-hidden>..</span>
          <span className="sr-only">{t('folderAbove')}</span>
        </button>
      </li>
      {look.folders.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={row}
            onClick={() => onChoose(besideOrIn(path, look, name))}
          >
            <Folder size={15} aria-hidden className="shrink-0 text-ink-3" />
            <span className="truncate">
              <VisiblePath path={name} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Found({ look }: { look: SourceLookAnswer }) {
  const t = useTranslations('Seed')
  const format = useFormatter()
  const { kind, history, files, bytes, isMore } = look
  const Icon = kind === 'file' ? File : history ? FolderGit2 : Folder
  const size = shownSize(format, bytes)
  return (
    <p role="status" className="flex items-center gap-3 px-4 py-2.5">
      <Icon size={18} strokeWidth={1.5} aria-hidden className="shrink-0 text-ink-3" />
      <span>
        <span className="block font-medium">
          {t(kind === 'file' ? 'aFile' : history ? 'aRepository' : 'aFolder')}
        </span>
        <span className="block text-xs text-ink-3">
          {kind === 'file' ? size : t(isMore ? 'moreFilesIn' : 'filesIn', { count: files, size })}
          {history ? ` ${t('nothingOutside')}` : null}
        </span>
      </span>
    </p>
  )
}

function History({
  history: { commits, from, to },
  isTaken,
  onChange,
}: {
  history: NonNullable<SourceLookAnswer['history']>
  isTaken: boolean
  onChange: (isTaken: boolean) => void
}) {
  const t = useTranslations('Seed')
  const format = useFormatter()
  const day = (at: number | null) =>
    at === null ? t('unknownDay') : format.dateTime(at, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <label className="flex cursor-pointer items-center gap-3 px-4 py-2.5">
      <input
        type="checkbox"
        checked={isTaken}
        aria-describedby="seed-history"
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span>
        <span className="block font-medium">{t('withHistory')}</span>
        <span id="seed-history" className="block text-xs text-ink-3">
          {t('commits', { count: commits, from: day(from), to: day(to) })}
        </span>
      </span>
    </label>
  )
}

/** The sources that this store was seeded from, each to be taken again as it was. */
function Known({ known, onOrigin }: Pick<MachineSourceProps, 'known' | 'onOrigin'>) {
  const t = useTranslations('Seed')
  return (
    <section aria-labelledby="seeded-before">
      <h3 id="seeded-before" className="pb-1 text-xs font-semibold text-ink-3">
        {t('before')}
      </h3>
      <ul>
        {known.map((origin) => (
          <li
            key={origin.id}
            className="flex items-center gap-3 border-b border-line py-2 last:border-b-0"
          >
            <span className="min-w-0 flex-1 font-mono text-code break-all">
              <VisiblePath path={origin.path} />
            </span>
            <Button
              size="small"
              aria-label={t('againFrom', { location: plainName(origin.path) })}
              onClick={() => onOrigin(origin)}
            >
              <RotateCcw size={13} aria-hidden />
              {t('again')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
