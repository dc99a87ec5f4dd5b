import { Flag, Library } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CameFrom, type Origin } from '@/components/history/came-from'
import type { AgeStep } from '@/components/history/ink'
import { PathThatFits, VisibleLabel, VisibleText } from '@/components/lines/visible-text'
import { ActorMark } from '@/components/ui/actor-mark'
import { Amount } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Link } from '@/components/ui/link'
import { Ago, Moment } from '@/components/ui/time'
import type { Writer } from '@/lib/store/model/actor'
import type { NamedMoment } from '@/lib/store/moments'
import type { ReadMemory } from '@/lib/store/reads'
import { shownSize } from '@/lib/text/human-size'
import type { LineCounts } from '@/lib/text/text-diff'

/** What somebody did at one time, with words for it. */
export interface ShownChange {
  by: Writer
  /** memories that it wrote */
  memoryCount: number
  /** in all of them; null: not known, or too many */
  lines: LineCounts | null
  /** of its last version */
  memoryId: string
  path: string | null
  sequence: number
  at: Date
  words: string
  /** the moment of another store that it came from, and how */
  from: (Origin & { note: string }) | null
  ink: AgeStep
}

export interface LatelyProps {
  storeId: string
  /** latest first */
  changes: readonly ShownChange[]
  now: Date
}

/** The latest changes of a store: who, where, what, how much, when. */
export function Lately({ storeId, changes, now }: LatelyProps) {
  const t = useTranslations('Overview')
  if (changes.length === 0) return null
  return (
    <section aria-label={t('lately')} className="border-t border-line py-3">
      <h2 className="px-5 pb-1.5 font-semibold max-md:px-4">{t('lately')}</h2>
      <ul>
        {changes.map((change) => (
          <li
            key={change.sequence}
            className="relative flex min-h-8 items-center gap-2.5 px-5 hover:bg-hover max-md:flex-wrap max-md:px-4 max-md:py-1.5"
          >
            <span
              aria-hidden
              className="absolute inset-y-1.5 left-5 w-[3px] rounded-xs max-md:left-1"
              style={{ background: `var(--age-${change.ink})` }}
            />
            <span className="ml-3 max-md:ml-0">
              <ActorMark writer={change.by} size="small" />
            </span>
            <Link
              href={`/stores/${storeId}?memory=${change.memoryId}`}
              data-row={change.memoryId}
              className="row-link max-w-[45%] min-w-0 shrink-0 truncate font-mono text-code font-medium max-md:max-w-none max-md:flex-1"
            >
              <PathThatFits path={change.path ?? '/…'} />
            </Link>
            {change.memoryCount > 1 ? (
              <span className="shrink-0 text-ink-3">+{change.memoryCount - 1}</span>
            ) : null}
            <span className="min-w-0 flex-1 truncate text-ink-2 max-md:order-last max-md:basis-full">
              <VisibleText text={change.words} />
            </span>
            {change.from ? (
              <span className="max-w-[30%] min-w-0 shrink-0 text-xs text-ink-3 max-md:order-last max-md:max-w-full">
                <CameFrom from={change.from} note={change.from.note} />
              </span>
            ) : null}
            <span className="shrink-0">{change.lines ? <Amount {...change.lines} /> : null}</span>
            <span className="w-14 shrink-0 text-right text-xs text-ink-3">
              <Ago time={change.at} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export interface FiguresProps {
  storeId: string
  most: readonly ReadMemory[]
  /** days over which reads are counted, and for which nobody read a memory */
  days: number
  unreadDays: number
  /** null: nothing was ever read, which says nothing of any of them */
  unread: readonly ReadMemory[] | null
  moments: readonly NamedMoment[]
}

/** Memories that are listed of those that nobody reads. */
const UNREAD_SHOWN = 5

/** The latest named moments; the time bar has all. */
const MOMENTS_SHOWN = 8

/** What agents read and what they do not, and the named moments, beside the overview. */
export function Figures({ storeId, most, days, unreadDays, unread, moments }: FiguresProps) {
  const t = useTranslations('Overview')
  const format = useFormatter()
  const top = Math.max(1, ...most.map(({ count }) => count))
  return (
    <>
      <Part title={t('mostRead')} about={t('days', { count: days })}>
        {most.length === 0 ? <p className="text-ink-3">{t('notRead')}</p> : null}
        <ul>
          {most.map(({ id, path, count }) => (
            <ReadRow key={id} storeId={storeId} path={path}>
              <span aria-hidden className="h-1.5 w-14 shrink-0 rounded-full bg-track">
                <span
                  className="block h-full rounded-full bg-ink-2"
                  style={{ width: `${(100 * count) / top}%` }}
                />
              </span>
              <span className="w-9 shrink-0 text-right tabular-nums">{format.number(count)}</span>
            </ReadRow>
          ))}
        </ul>
      </Part>
      {unread === null || unread.length === 0 ? null : (
        <Part
          title={t('unread', { days: unreadDays })}
          about={format.number(unread.length)}
          act={
            <ButtonLink
              href={`/stores/${storeId}?unread=${unreadDays}`}
              variant="quiet"
              size="small"
            >
              {t('seeThem')}
            </ButtonLink>
          }
        >
          <ul>
            {unread.slice(0, UNREAD_SHOWN).map(({ id, path, size }) => (
              <ReadRow key={id} storeId={storeId} path={path}>
                <span className="shrink-0 text-xs text-ink-3 tabular-nums">
                  {shownSize(format, size)}
                </span>
              </ReadRow>
            ))}
          </ul>
        </Part>
      )}
      {moments.length === 0 ? null : (
        <Part title={t('moments')}>
          <ul>
            {moments.slice(0, MOMENTS_SHOWN).map(({ sequence, name, at, changesSince }) => (
              <li
                key={sequence}
                className="relative flex flex-wrap items-center gap-x-2 py-1 hover:bg-hover"
              >
                <Flag size={13} aria-hidden className="shrink-0 text-ink-3" />
                <Link
                  href={`/stores/${storeId}?at=${sequence}`}
                  className="row-link min-w-0 flex-1 truncate font-medium"
                >
                  <VisibleLabel text={name} />
                </Link>
                <p className="flex basis-full gap-2 pl-5.25 text-xs text-ink-3">
                  {at === null ? null : <Moment time={at} shows="day" />}
                  <span className="ml-auto">{t('since', { count: changesSince })}</span>
                </p>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

interface ReadRowProps {
  storeId: string
  path: string
  children: ReactNode
}

function ReadRow({ storeId, path, children }: ReadRowProps) {
  return (
    <li className="relative flex min-h-6 items-center gap-2.5 hover:bg-hover">
      <Link
        href={`/stores/${storeId}?${new URLSearchParams({ path })}`}
        className="row-link min-w-0 flex-1 truncate font-mono text-code"
      >
        <PathThatFits path={path} />
      </Link>
      {children}
    </li>
  )
}

interface PartProps {
  title: string
  about?: string
  act?: ReactNode
  children: ReactNode
}

function Part({ title, about, act, children }: PartProps) {
  return (
    <section aria-label={title} className="border-t border-line px-4 py-3 first:border-t-0">
      <header className="flex min-h-7 flex-wrap items-baseline gap-x-2">
        <h2 className="font-semibold whitespace-nowrap">{title}</h2>
        {about === undefined ? null : <p className="text-xs text-ink-2">{about}</p>}
        {act ? <span className="ml-auto">{act}</span> : null}
      </header>
      {children}
    </section>
  )
}

/** A store with nothing in it: the first step. */
export function EmptyStore({ storeId, canWrite }: { storeId: string; canWrite: boolean }) {
  const t = useTranslations('Overview')
  const s = useTranslations('Store')
  return (
    <Empty
      Icon={Library}
      title={t('empty')}
      acts={
        canWrite ? (
          <ButtonLink href={`/stores/${storeId}/seed`} variant="primary">
            {s('seed')}
          </ButtonLink>
        ) : null
      }
    >
      {canWrite ? t('emptyAbout') : null}
    </Empty>
  )
}
