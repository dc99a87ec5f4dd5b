import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { VisibleText } from '@/components/lines/visible-text'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { Amount } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/time'
import type { Writer } from '@/lib/store/model/actor'
import type { LineCounts } from '@/lib/text/text-diff'
import type { AgeStep } from './ink'

/** A version as a memory's history shows it. */
export interface ShownVersion {
  id: string
  ordinal: number
  at: Date
  writer: Writer
  /** the writer's own words, or what it did and the line that it changed first */
  words: string
  /** the kind of change, as in `fix(parser)`, or how it came about */
  note: string | null
  /** null: not known, as of a first or a very large one */
  counts: LineCounts | null
  /** a text was taken out of it */
  isRewritten: boolean
  ink: AgeStep
  /** whether it came after the moment that is shown */
  isLater: boolean
}

export interface VersionRowProps {
  version: ShownVersion
  /** of the memory: a version is named behind it */
  address: string
  isShown: boolean
  /** whether the row above is of the same writer: its mark stands there */
  goesOn: boolean
}

/** A version: who wrote it and what it did. It can be shown, and chosen for a comparison. */
export function VersionRow({ version, address, isShown, goesOn }: VersionRowProps) {
  const t = useTranslations('History')
  const nameOf = useActorName()
  const { id, ordinal, writer, note, counts, isLater } = version
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
          <span className="min-w-0 truncate">
            <VisibleText text={note ?? nameOf(writer)} />
          </span>
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
        className="relative mx-1 mt-0.5 size-4 shrink-0"
      />
    </div>
  )
}
