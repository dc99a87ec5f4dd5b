import { clsx } from 'clsx'
import { useFormatter, useTranslations } from 'next-intl'
import { PathInLine, VisibleLabel, VisibleText } from '@/components/lines/visible-text'
import { ActorMark, useActorInFull, useActorName } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/time'
import { lineHash } from '@/lib/text/lines'
import type { CauseResult } from '@/lib/why/causes'
import type { Check } from '@/lib/why/check'
import type { FoundMemory, FoundRun } from '@/lib/why/found'
import type { Share } from '@/lib/why/search'
import { Marks } from './steps'
import { soOf, type Words } from './words'

export interface VerdictProps {
  found: CauseResult
  check: Check
  memories: readonly FoundMemory[]
}

/** What was found, in one sentence, and how sure that is. */
export function Verdict({ found, check, memories }: VerdictProps) {
  const t = useTranslations('Why')
  const format = useFormatter()
  const so = soOf(check)
  const nameOf = (id: string) =>
    (memories.find(({ memoryId }) => memoryId === id)?.path ?? t('redacted')).replace(/^\//, '')
  const names = [...new Set(found.sets.flat())].map(nameOf)
  return (
    <header className="px-6 py-5 max-md:px-4">
      <h2 className="text-[22px] leading-7 font-semibold wrap-anywhere">
        {sentenceOf(t, format, { found, memories, names, nameOf, so })}
      </h2>
      <p className="text-ink-2">{doubtOf(t, found, so)}</p>
    </header>
  )
}

interface Sentence extends Omit<VerdictProps, 'check'> {
  names: string[]
  nameOf: (id: string) => string
  so: { so: string; tool: string }
}

function sentenceOf(
  t: Words,
  format: ReturnType<typeof useFormatter>,
  { found, memories, names, nameOf, so }: Sentence,
): string {
  const { sets, verdict, baseline } = found
  const [only] = memories
  if (verdict === 'no_memory') return t('noMemory', so)
  if (verdict === 'unstable')
    return t('unstable', { ...so, held: baseline?.held ?? 0, of: baseline?.of ?? 0 })
  if (verdict === 'undecided') return t('undecided')
  if (names.length === 1 && only) {
    const [from = 1] = only.lines
    const to = only.lines.at(-1) ?? from
    const path = names[0] ?? ''
    if (only.isWhole) return t('allOf', { ...so, path })
    const isRun = to - from + 1 === only.lines.length
    if (!isRun) return t('linesOf', { ...so, path, lines: only.lines.join(', ') })
    return from === to
      ? t('oneLine', { ...so, path, line: from })
      : t('rangeOf', { ...so, path, from, to })
  }
  const both = format.list(names, { type: 'conjunction' })
  if (sets.every((set) => set.length === 1)) {
    return t('either', { ...so, names: format.list(names, { type: 'disjunction' }) })
  }
  if (sets.length === 1) return t('both', { ...so, names: both })
  if (names.length === 3 && sets.length === 3) return t('anyTwo', { ...so, names: both })
  return t('otherSets', { sets: sets.map((set) => format.list(set.map(nameOf))).join('; ') })
}

function doubtOf(t: Words, found: CauseResult, so: Sentence['so']): string {
  const { only, without, interval, why, named } = found
  if (only && without && interval) {
    const [low = 0, high = 0] = interval.map((end) =>
      Math.round(100 * Math.min(1, Math.max(0, end))),
    )
    const { held: heldWithout, of: ofWithout } = without
    return t('difference', { ...so, ...only, heldWithout, ofWithout, low, high })
  }
  if (found.verdict === 'no_memory' && without) return t('withoutAny', { ...so, ...without })
  return why ? t(`why.${why}`, { count: named.length }) : ''
}

const MOST_NOT_CLEARED = 50

interface NotClearedProps {
  memories: CauseResult['named']
  paths: ReadonlyMap<string, string>
}

/** What a search was looking at when it ended without a verdict. */
export function NotCleared({ memories, paths }: NotClearedProps) {
  const t = useTranslations('Why')
  if (memories.length === 0) return null
  return (
    <section aria-label={t('notCleared')} className="border-t border-line">
      <h3 className="bg-well px-6 py-2 font-semibold max-md:px-4">
        {t('notCleared')} <span className="font-normal text-ink-3">{memories.length}</span>
      </h3>
      <ul>
        {memories.slice(0, MOST_NOT_CLEARED).map(({ memoryId, storeId }) => (
          <li
            key={memoryId}
            className="border-t border-line px-6 py-1 font-mono text-code max-md:px-4"
          >
            <Link href={`/stores/${storeId}?memory=${memoryId}`} className="hover:underline">
              <PathInLine path={paths.get(memoryId) ?? ''} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A memory that matters, with its lines, who wrote those and when. */
export function FoundLines({ memory }: { memory: FoundMemory }) {
  const t = useTranslations('Why')
  const { path, storeId, memoryId, content, lines, ordinal, runs } = memory
  const [from = 1] = lines
  const all = content.split('\n').slice(0, content.endsWith('\n') ? -1 : undefined)
  const shown = all
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ line }) => lines.some((each) => Math.abs(each - line) <= AROUND))
  const open = `/stores/${storeId}?memory=${memoryId}${lineHash(from, lines.at(-1) ?? from)}`
  return (
    <section aria-label={path ?? t('redacted')} className="border-t border-line">
      <header className="flex min-h-9 flex-wrap items-center gap-x-2 bg-well px-6 py-1 max-md:px-4">
        <h3 className="font-mono text-code font-medium wrap-anywhere">
          {path === null ? t('redacted') : <PathInLine path={path} />}
        </h3>
        <Badge>{t('version', { number: ordinal })}</Badge>
        <span className="text-xs text-ink-3">{t('asRead')}</span>
        <ButtonLink href={open} variant="quiet" size="small" className="ml-auto">
          {t('open')}
        </ButtonLink>
      </header>
      <ol className="py-1 font-mono text-code">
        {shown.slice(0, MOST_SHOWN).map(({ text, line }) => (
          <li
            key={line}
            aria-current={lines.includes(line) || undefined}
            className={clsx(
              'grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 px-4 py-px max-md:px-1',
              lines.includes(line) && 'bg-accent-bg shadow-[inset_3px_0_0_var(--accent)]',
            )}
          >
            <span className="text-right text-ink-3 tabular-nums">{line}</span>
            <span className="wrap-anywhere whitespace-pre-wrap">
              <VisibleText text={text} />
              {runs
                .filter(({ from: first }) => first === line)
                .map((run) => (
                  <BlameNote key={run.versionId} run={run} />
                ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const AROUND = 2
const MOST_SHOWN = 60

function BlameNote({ run: { by, at, before } }: { run: FoundRun }) {
  const t = useTranslations('Why')
  const nameOf = useActorName()
  const [was = ''] = before
  return (
    <span className="ml-3 inline-flex items-center gap-1.5 align-middle font-sans text-xs text-ink-2 max-md:ml-0 max-md:flex max-md:flex-wrap max-md:gap-x-1.5 max-md:gap-y-0">
      <ActorMark writer={by} size="small" />
      <span className="max-md:w-[calc(100%-1.5rem)]">
        <VisibleLabel text={nameOf(by)} />, <Moment time={at} />
      </span>
      {was.trim() === '' ? null : <span>{t('was', { text: was.replace(/^[\s*-]+/, '') })}</span>}
    </span>
  )
}

/** Who wrote what was found, whether a person has looked at it, and who read it since. */
export function WhoWrote({ memories }: { memories: readonly FoundMemory[] }) {
  const t = useTranslations('Why')
  const nameOf = useActorInFull()
  const runs = memories.flatMap(({ runs: own }) => own)
  const writers = [...new Map(runs.map((run) => [run.versionId, run])).values()]
  const readers = memories.flatMap(({ readers: own }) => own)
  if (writers.length === 0) return null
  return (
    <>
      <section className="border-b border-line px-5 py-4">
        <h2 className="mb-2 font-semibold">{t('whoWrote')}</h2>
        <ul className="grid gap-3">
          {writers.map(({ versionId, by, at, isLookedAt }) => (
            <li key={versionId} className="grid gap-1">
              <span className="flex items-center gap-2">
                <ActorMark writer={by} />
                <span className="min-w-0">
                  <span className="font-medium">
                    <VisibleLabel text={nameOf(by)} />
                  </span>
                  , <Moment time={at} />
                </span>
              </span>
              <span>
                <Badge tone={isLookedAt ? 'plain' : 'caution'}>
                  {t(isLookedAt ? 'lookedAt' : 'notLookedAt')}
                </Badge>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="px-5 py-4">
        <h2 className="mb-2 font-semibold">
          {t('readSince')} <span className="font-normal text-ink-3">{readers.length}</span>
        </h2>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {readers.slice(0, MOST_READERS).map((reader) => (
            <li key={`${reader.id} ${reader.sessionId}`} className="flex items-center gap-2">
              <ActorMark writer={reader} size="small" />
              {reader.sessionId === null ? (
                <VisibleLabel text={nameOf(reader)} />
              ) : (
                <Link
                  href={`/sessions/${reader.sessionId}`}
                  className="truncate text-link hover:underline"
                >
                  <VisibleLabel text={nameOf(reader)} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const MOST_READERS = 12

export interface WithAndWithoutProps {
  /** the words that were looked for; '': none */
  sought: string
  rows: readonly { label: string; about: string; share: Share | null; example: string }[]
}

/** The questions that the verdict is counted from, each with its share and an answer. */
export function WithAndWithout({ rows, sought }: WithAndWithoutProps) {
  const t = useTranslations('Why')
  return (
    <section aria-label={t('withAndWithout')} className="border-t border-line">
      <h3 className="bg-well px-6 py-2 font-semibold max-md:px-4">{t('withAndWithout')}</h3>
      <ul>
        {rows.flatMap(({ label, about, share, example }) =>
          share === null ? (
            []
          ) : (
            <li
              key={label}
              className="grid grid-cols-[10rem_8rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-t border-line px-6 py-3 max-md:grid-cols-1 max-md:px-4"
            >
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-xs text-ink-3">{about}</span>
              </span>
              <span className="flex items-center gap-2 font-medium tabular-nums">
                <Marks held={Array.from({ length: share.of }, (_, at) => at < share.held)} />
                {t('share', { ...share })}
              </span>
              <span className="line-clamp-2 text-ink-2 wrap-anywhere">
                {example === '' ? null : <Example text={example} sought={sought} />}
              </span>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

/** Characters before what was looked for. */
const BEFORE = 60

/** An answer in its words around what was looked for, or from its beginning. */
function Example({ text, sought }: { text: string; sought: string }) {
  const at = sought === '' ? -1 : text.toLowerCase().indexOf(sought.toLowerCase())
  if (at === -1) return <VisibleText text={`“${text}”`} />
  const from = Math.max(0, at - BEFORE)
  const end = at + sought.length
  return (
    <>
      <VisibleText text={`“${from > 0 ? '…' : ''}${text.slice(from, at)}`} />
      <mark className="rounded-[2px] bg-match text-ink">
        <VisibleText text={text.slice(at, end)} />
      </mark>
      <VisibleText text={`${text.slice(end)}”`} />
    </>
  )
}
