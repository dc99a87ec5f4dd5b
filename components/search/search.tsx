'use client'

import { Eraser, Library, Search as SearchSign, SearchX } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAsked } from '@/components/act/ask'
import { type RowProps, useRows } from '@/components/keys/use-rows'
import { useKey } from '@/components/keys/use-key'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Field, StoreChoice } from '@/components/ui/field'
import { formText } from '@/components/ui/form'
import { hand, useHanded } from '@/components/ui/handed'
import { Notice, WhyNot } from '@/components/ui/notice'
import { searchMemories } from './actions'
import { addressOf, type FoundMemory, type FoundStore, type Searched } from './found'
import { LifeBar, LifeOfText } from './life'
import { FoundLine, VisibleLabel, VisibleName, VisiblePath } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { parentPath } from '@/lib/text/memory-path'
import { groupedBy } from '@/lib/text/lists'
import { plainName } from '@/lib/text/visible-text'

/** How long after the last key a search begins; milliseconds. */
const QUIET = 250

export interface SearchProps {
  stores: readonly { id: string; name: string }[]
  /** the store that is chosen at first; '': all */
  storeId: string
  now: Date
}

/** The form: what asks for more of a store stands below it. */
const FORM = 'search'

const NOTHING = { query: '', folder: '', isHistory: false, found: null, why: null }

/** Searches as one types, in what stands now or ever stood. Without a script the form is sent by Enter. */
export function Search({ stores, storeId, now }: SearchProps) {
  const t = useTranslations('Search')
  const router = useRouter()
  const handed = useHanded('search') ?? ''
  const [searched, send, isBusy] = useAsked<Searched>(searchMemories, { ...NOTHING, storeId })
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const isTyped = useRef(handed !== '')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const submit = (by: HTMLElement | null = null) => {
    clearTimeout(timer.current)
    isTyped.current = false
    if (!form.current) return
    const data = new FormData(form.current, by)
    startTransition(() => send(data))
  }
  // Searches are answered one after the other: what is typed meanwhile is one more, not one a letter.
  const soon = () => {
    clearTimeout(timer.current)
    if (isBusy) isTyped.current = true
    else timer.current = setTimeout(() => submit(), QUIET)
  }
  const goOn = useEffectEvent(() => {
    if (isTyped.current) submit()
  })
  useEffect(() => {
    if (!isBusy) goOn()
  }, [isBusy])
  const redact = () => {
    hand('redaction', { text: form.current ? formText(form.current, 'q') : '' })
    router.push(searched.storeId ? `/redact?store=${searched.storeId}` : '/redact')
  }
  useKey('x', t('redact'), redact, { when: searched.query !== '', bar: true })
  const hits = searched.found?.stores.flatMap((store) => store.hits.map((hit) => ({ store, hit })))
  const more = String(searched.found?.stores.some(({ next }) => next !== null))
  const shown = hits?.find(({ hit }) => hit.id === chosen) ?? hits?.[0]
  return (
    <>
      <form
        ref={form}
        id={FORM}
        role="search"
        action={send}
        onSubmit={(event) => {
          // As typing does: after an action of its own React would put back what was asked for.
          event.preventDefault()
          submit(event.nativeEvent.submitter)
        }}
        className="sheet-head flex min-h-(--head) flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2"
      >
        <SearchSign size={20} aria-hidden className="shrink-0 text-ink-3" />
        <input
          name="q"
          aria-label={t('query')}
          defaultValue={searched.query || handed}
          placeholder={t('placeholder')}
          onChange={soon}
          maxLength={300}
          // The page is this field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          autoComplete="off"
          spellCheck={false}
          className="h-9 min-w-40 flex-1 bg-transparent text-group outline-none placeholder:text-ink-3"
        />
        <StoreChoice
          label={t('store')}
          all={t('allStores')}
          stores={stores}
          defaultValue={searched.storeId}
          onChoose={() => submit()}
        />
        <div className="w-44">
          <Field
            label={t('folder')}
            isLabelHidden
            name="folder"
            defaultValue={searched.folder}
            placeholder={t('folder')}
            onChange={soon}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <label className="flex min-h-6 items-center gap-1.5 whitespace-nowrap">
          <input
            type="checkbox"
            name="history"
            defaultChecked={searched.isHistory}
            onChange={() => submit()}
            className="size-4 accent-accent"
          />
          {t('history')}
        </label>
        <button type="submit" className="sr-only">
          {t('search')}
        </button>
        {searched.query === '' ? null : (
          <Button variant="quiet" onClick={redact} aria-keyshortcuts="x" Icon={Eraser}>
            {t('redact')}
          </Button>
        )}
      </form>
      <p role="status" className="sr-only">
        {searched.found && !isBusy ? t('summary', { count: hits?.length ?? 0, more }) : ''}
      </p>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_minmax(0,1fr)] max-lg:grid-cols-1">
        <div className="min-w-0 pb-6" aria-busy={isBusy}>
          <WhyNot why={searched.why} />
          <Results
            searched={searched}
            chosen={shown?.hit.id ?? null}
            onChoose={setChosen}
            now={now}
          />
        </div>
        {shown ? <LifeOfText {...shown} now={now} /> : null}
      </div>
    </>
  )
}

interface ResultsProps extends Omit<HitsProps, 'store' | 'row'> {
  searched: Searched
}

function Results({ searched, ...list }: ResultsProps) {
  const t = useTranslations('Search')
  const row = useRows()
  const { found, query, why } = searched
  if (!found) {
    return why || query !== '' ? null : (
      <p className="px-5 py-6 text-ink-3 max-md:px-4">{t('hint')}</p>
    )
  }
  return (
    <>
      {found.unsearched > 0 ? (
        <Notice tone="caution">{t('unsearched', { count: found.unsearched })}</Notice>
      ) : null}
      {found.stores.length === 0 && found.unsearched === 0 ? (
        <Empty Icon={SearchX} title={t('none')}>
          {t(searched.isHistory ? 'noneEver' : 'noneNow')}
        </Empty>
      ) : null}
      {found.stores.map((store) => (
        <Hits key={store.id} store={store} row={row} {...list} />
      ))}
    </>
  )
}

export interface HitsProps {
  store: FoundStore
  chosen: string | null
  onChoose: (id: string) => void
  row: RowProps
  now: Date
}

/** The memories of a store that have the text, by folder, each with its lines. */
function Hits({ store, chosen, onChoose, row, now }: HitsProps) {
  const t = useTranslations('Search')
  const format = useFormatter()
  return (
    <section aria-label={plainName(store.name)} className="pt-4">
      <h2 className="flex items-center gap-2 px-5 font-semibold max-md:px-4">
        <Library size={16} aria-hidden className="text-ink-3" />
        <VisibleLabel text={store.name} />
        <span className="font-normal text-ink-3 tabular-nums">
          {format.number(store.hits.length)}
          {store.next === null ? '' : '+'}
        </span>
      </h2>
      {byFolder(store.hits).map(([folder, hits]) => (
        <div key={folder} className="pt-2">
          <h3 className="px-5 pb-1 text-xs text-ink-3 max-md:px-4">
            {folder === '' ? t('root') : <VisiblePath path={`${folder}/`} />}
          </h3>
          <ul>
            {hits.map((hit) => (
              <li
                key={hit.id}
                {...row(hit.id)}
                aria-current={hit.id === chosen ? 'true' : undefined}
                className="border-t border-line px-5 py-1.5 last:border-b aria-current:bg-accent-bg max-md:px-4"
              >
                <Hit store={store} hit={hit} onNear={() => onChoose(hit.id)} now={now} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {store.next === null ? null : (
        <div className="px-5 pt-3 max-md:px-4">
          <Button type="submit" form={FORM} name="more" value={store.id}>
            {t('more')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Hit({
  store,
  hit,
  onNear,
  now,
}: Pick<HitsProps, 'store' | 'now'> & { hit: FoundMemory; onNear: () => void }) {
  const t = useTranslations('Search')
  const address = addressOf(store.id, hit)
  const { path, lines, lives, pathMatches, isGone } = hit
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <Link
          href={address}
          onNear={onNear}
          className="min-w-0 flex-1 truncate font-mono text-code font-medium"
        >
          {path === null ? (
            t('redactedPath')
          ) : (
            <VisibleName name={path.slice(path.lastIndexOf('/') + 1)} />
          )}
        </Link>
        {pathMatches && lines.length === 0 ? <Badge tone="plain">{t('inPath')}</Badge> : null}
        {isGone ? <Badge tone="plain">{t('gone')}</Badge> : null}
        {lives.length > 0 ? <LifeBar lives={lives} since={store.since} now={now} /> : null}
      </div>
      <ol className="font-mono text-code">
        {lines.map((line) => (
          <li key={line.line}>
            <Link
              href={`${address}#L${line.line}`}
              tabIndex={-1}
              className="flex rounded-mark py-0.5 hover:bg-hover max-md:py-1.5"
            >
              <FoundLine {...line} look="bg-match text-ink" />
            </Link>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Folders in the order of their first memory; '' for the root, and for a path that was redacted. */
const byFolder = (hits: readonly FoundMemory[]) => [
  ...groupedBy(hits, ({ path }) => (path === null ? '' : parentPath(path))),
]
