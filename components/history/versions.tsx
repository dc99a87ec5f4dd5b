import { clsx } from 'clsx'
import { GitCompareArrows } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, Fragment, useState } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { ActorMark, useActorInFull } from '@/components/ui/actor-mark'
import { Amount } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Moment, useDays } from '@/components/ui/time'
import type { Writer } from '@/lib/store/model/actor'
import type { LineCounts } from '@/lib/text/text-diff'
import { plainName } from '@/lib/text/visible-text'
import { CameFrom, type Origin } from './came-from'
import type { AgeStep } from './ink'

/** A version as a memory's history shows it. */
export interface ShownVersion {
  id: string
  ordinal: number
  at: Date
  writer: Writer
  /** the program that wrote it, as it calls itself, and the call as its model named it */
  client: string | null
  toolUseId: string | null
  /** the writer's own words, or what it did and the line that it changed first */
  words: string
  /** the kind of change, as in `fix(parser)`, or how it came about */
  note: string | null
  /** the moment of another store that it came from */
  from: Origin | null
  /** null: not known, as of a first or a very large one */
  counts: LineCounts | null
  /** nobody has looked at it since an agent wrote it */
  isToReview: boolean
  /** a text was taken out of it */
  isRewritten: boolean
  ink: AgeStep
  /** whether it came after the moment that is shown */
  isLater: boolean
}

export interface VersionsProps {
  /** the memory's at the moment that is shown */
  address: string
  /** newest first */
  versions: readonly ShownVersion[]
  /** how many the memory has */
  count: number
  /** the version that is shown */
  shownId: string | null
  /** the address with more of them; null: these are all */
  older: string | null
  now: Date
}

/** A memory's versions by day, newest first; two that are chosen are compared. */
export function Versions(props: VersionsProps) {
  const { address, versions, count, shownId, older, now } = props
  const [page, query] = address.split('?')
  const t = useTranslations('History')
  const router = useRouter()
  const dayOf = useDays(now, () => ({ dateStyle: 'medium' }))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setChosen(new FormData(currentTarget).getAll('version').map(String))
  const names = versions.filter(({ id }) => chosen.includes(id)).map(({ ordinal }) => ordinal)
  // Without a script the form goes there by itself. Where none is chosen yet the choice begins.
  const compare = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newest = event.currentTarget.querySelector<HTMLInputElement>('[name="version"]')
    if (names.length === 0) return newest?.click()
    const pairs = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    router.push(`${page}?${new URLSearchParams(pairs)}`, { scroll: false })
  }
  return (
    <form action={page} onChange={onChange} onSubmit={compare} className="versions">
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="sticky top-0 z-10 flex min-h-11 items-center gap-1.5 border-b border-line bg-sheet pr-2 pl-4">
        <h2 className="font-semibold">{t('title')}</h2>
        <span className="text-ink-3 tabular-nums">{count}</span>
        <span className="ml-auto flex items-center gap-1.5" role="status">
          {names.length === 1 ? (
            <span className="text-right text-xs text-ink-2">{t('chooseTwo')}</span>
          ) : null}
          {count > 1 ? (
            <Button
              type="submit"
              size="small"
              variant={names.length === 2 ? 'secondary' : 'quiet'}
              data-compare={names.length === 2 ? 'ready' : undefined}
              Icon={GitCompareArrows}
            >
              {names.length === 2
                ? t('compareTwo', { from: names[1] ?? 0, to: names[0] ?? 0 })
                : t('compare')}
            </Button>
          ) : null}
        </span>
      </div>
      <ol aria-label={t('title')} className="pb-4">
        {versions.map((version, index) => {
          const day = dayOf(version.at)
          const above = versions[index - 1]
          const isSameDay = above !== undefined && dayOf(above.at) === day
          const isSame =
            above?.writer.id === version.writer.id &&
            above.writer.sessionId === version.writer.sessionId
          return (
            <Fragment key={version.id}>
              {isSameDay ? null : (
                <li
                  suppressHydrationWarning
                  className="pt-2.5 pr-4 pb-1 pl-11 text-label font-semibold text-ink-3"
                >
                  {day}
                </li>
              )}
              <li>
                <VersionRow
                  version={version}
                  address={address}
                  isShown={version.id === shownId}
                  goesOn={isSameDay && isSame}
                />
              </li>
            </Fragment>
          )
        })}
      </ol>
      {older === null ? null : (
        <p className="px-4 pb-4">
          <ButtonLink href={older} replace scroll={false} size="small">
            {t('older')}
          </ButtonLink>
        </p>
      )}
    </form>
  )
}

interface VersionRowProps {
  version: ShownVersion
  /** of the memory: a version is named behind it */
  address: string
  isShown: boolean
  /** whether the row above is of the same writer: its mark stands there */
  goesOn: boolean
}

/** A version: who wrote it and what it did. It can be shown, and chosen for a comparison. */
function VersionRow({ version, address, isShown, goesOn }: VersionRowProps) {
  const t = useTranslations('History')
  const nameOf = useActorInFull()
  const { id, ordinal, writer, client, toolUseId, note, from, counts, isLater } = version
  // Who has no key is told by their program alone.
  const key = client !== null && writer.id === 'apikey_none' ? [] : [nameOf(writer)]
  const who = [...key, client ?? []].flat().join(', ')
  return (
    <div
      className={clsx(
        'relative flex gap-2.5 py-1.5 pr-3.5 pl-4 hover:bg-hover',
        isShown && 'bg-selected shadow-[inset_2px_0_0_var(--accent)]',
      )}
    >
      <span
        aria-hidden
        className={clsx(
          'absolute bottom-[-2px] left-6 w-0.5 rounded-full',
          goesOn ? '-top-1' : 'top-7',
        )}
        style={{ background: `var(--age-${version.ink})` }}
      />
      <span className="relative w-[18px] shrink-0 pt-px">
        <span className={clsx(goesOn && 'sr-only', isLater && 'grayscale')}>
          <ActorMark writer={writer} size="small" />
        </span>
      </span>
      <div className="min-w-0 flex-1">
        <Link
          href={`${address}&version=${id}`}
          aria-current={isShown ? 'true' : undefined}
          scroll={false}
          className={clsx(
            'line-clamp-2 text-[12.5px] leading-[17px] font-medium wrap-anywhere after:absolute after:inset-0',
            isLater && 'text-ink-3',
          )}
        >
          <VisibleText text={version.words} /> <span className="sr-only">v{ordinal}</span>
          {isLater ? <span className="sr-only"> {t('later')}</span> : null}
        </Link>
        <p className="flex items-center gap-2 text-[11.5px] leading-[18px] text-ink-3 tabular-nums">
          <span aria-hidden>v{ordinal}</span>
          <span className="shrink-0 whitespace-nowrap">
            <Moment time={version.at} shows="clock" />
          </span>
          <span
            className="min-w-0 truncate"
            title={toolUseId === null ? undefined : t('byCall', { id: plainName(toolUseId) })}
          >
            {from && note !== null ? (
              <CameFrom from={from} note={note} />
            ) : (
              <VisibleText text={note ?? who} />
            )}
          </span>
          {version.isToReview ? (
            <span className="shrink-0 text-accent">{t('toReview')}</span>
          ) : null}
          {version.isRewritten ? (
            <span className="shrink-0 text-caution">{t('rewritten')}</span>
          ) : null}
          <span className={clsx('ml-auto shrink-0', isLater && 'grayscale')}>
            {counts && counts.added + counts.removed > 0 ? (
              <Link
                href={`${address}&version=${id}&diff=before`}
                title={t('compareBefore')}
                scroll={false}
                className="relative -my-1 inline-flex min-h-6 min-w-6 items-center justify-end rounded-mark hover:underline"
              >
                <span className="sr-only">{t('compareBefore')} </span>
                <Amount {...counts} />
              </Link>
            ) : null}
          </span>
        </p>
      </div>
      <input
        type="checkbox"
        name="version"
        value={id}
        aria-label={t('choose', { ordinal })}
        autoComplete="off"
        className="relative mx-1 mt-0.5 size-4 shrink-0 max-md:m-0 max-md:size-6"
      />
    </div>
  )
}
