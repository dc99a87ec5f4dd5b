import { useTranslations } from 'next-intl'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { AgeStep } from '@/components/history/ink'
import { ActorMark, useActorInFull } from '@/components/ui/actor-mark'
import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Ago } from '@/components/ui/time'
import { ToReviewDot } from '@/components/ui/badge'
import type { Writer } from '@/lib/store/model/actor'
import { plainName } from '@/lib/text/visible-text'
import { LineMarks } from './line-marks'
import { Lines } from './lines'
import { type TextOfProps, useLines } from './text'
import { VisibleLabel, VisibleText } from './visible-text'

/** Lines that one version wrote, as the blame of a memory shows them. */
export interface BlamedLines {
  /** number of the first, and how many there are */
  line: number
  count: number
  ink: AgeStep
  version: {
    id: string
    ordinal: number
    at: Date
    writer: Writer
    message: string | null
    isToReview: boolean
    /** of a session's version: where its call is shown */
    call: string | null
  }
  /** how many lines of the version stand in the whole text */
  standing: number
  /** an earlier version, which cannot be read, may have written them */
  isOrEarlier: boolean
  /** the version that brought them back after they were gone */
  broughtBackIn: number | null
  /** where the line is blamed further, if the store is a copy */
  copiedFrom: { href: string; name: string } | null
}

export interface BlameProps extends TextOfProps {
  groups: readonly BlamedLines[]
  /** of the memory: a version is named behind it */
  address: string
  now: Date
}

/** Each line beside the age and the writer of what it says; hover or focus tells more. */
export function Blame({ groups, address, now, notes, ...of }: BlameProps) {
  const t = useTranslations('Blame')
  const lines = useLines(of)
  return (
    <LineMarks>
      <ul aria-label={t('label')} className="blame py-2">
        {groups.map((group) => (
          <li key={group.line}>
            <div className="blame-gutter">
              <span
                aria-hidden
                className="absolute inset-y-px left-2 w-1 rounded-xs max-md:left-1"
                style={{ background: `var(--age-${group.ink})` }}
              />
              <Gutter group={group} address={address} now={now} />
            </div>
            <Lines
              lines={lines.slice(group.line - 1, group.line - 1 + group.count)}
              layout="text"
              hasAddress
              notes={notes}
            />
          </li>
        ))}
      </ul>
    </LineMarks>
  )
}

interface GutterProps extends Pick<BlameProps, 'address' | 'now'> {
  group: BlamedLines
}

/** Who wrote a group of lines, and when; a card with three ways on where one points or steps. */
function Gutter(props: GutterProps) {
  const { address, now } = props
  const { line, version } = props.group
  const t = useTranslations('Blame')
  // There may be hundreds, of which one is looked at.
  const [isMade, setMade] = useState(false)
  const make = () => setMade(true)
  return (
    <div className="contents" onPointerEnter={make} onFocus={make} onPointerOver={make}>
      <Link
        href={`${address}&version=${version.id}&diff=before`}
        scroll={false}
        onClick={openOnPhone}
        className="flex h-6 items-center gap-1.5 pl-[18px] text-[11.5px] text-ink-3 max-md:h-full max-md:min-h-6 max-md:*:not-[.sr-only]:hidden"
      >
        <span className="sr-only">{t('about', { ordinal: version.ordinal, line })}</span>
        <ActorMark writer={version.writer} size="small" />
        <Ago time={version.at} now={now} />
        {version.isToReview ? <ToReviewDot says={t('toReview')} /> : null}
      </Link>
      {isMade ? <Card {...props} /> : null}
    </div>
  )
}

/** A tap opens the card, which has the ways on: there is no pointer to rest here first. */
function openOnPhone(event: MouseEvent<HTMLElement>): void {
  if (!matchMedia('(width < 48rem)').matches) return
  event.preventDefault()
  event.currentTarget.focus()
}

function Card(props: GutterProps) {
  const { address, now } = props
  const { line, version, standing, isOrEarlier, broughtBackIn, copiedFrom } = props.group
  const t = useTranslations('Blame')
  const nameOf = useActorInFull()
  const of = `${address}&version=${version.id}`
  return (
    <div className="blame-card rounded-card bg-raised px-3.5 py-2.5 shadow-e-2 max-md:rounded-b-none max-md:p-4">
      <p className="flex items-center justify-between gap-3 text-ink-3">
        <span className="min-w-0 truncate font-semibold text-ink">
          <VisibleLabel text={nameOf(version.writer)} />
        </span>
        <Ago time={version.at} now={now} />
      </p>
      {version.message === null ? null : (
        <p className="mt-1 line-clamp-3 font-medium wrap-anywhere">
          <VisibleText text={version.message} />
        </p>
      )}
      <p className="mt-1 text-xs text-ink-2">
        v{version.ordinal}
        {isOrEarlier ? <span className="text-caution"> {t('orEarlier')}</span> : null}
        {broughtBackIn === null ? null : ` · ${t('broughtBack', { ordinal: broughtBackIn })}`}
        {' · '}
        {t('standing', { count: standing })}
        {version.isToReview ? <span className="text-accent"> · {t('toReview')}</span> : null}
      </p>
      {copiedFrom === null ? null : (
        <p className="mt-1 text-xs">
          <Link href={copiedFrom.href} className="text-accent underline">
            {t('copiedFrom', { name: plainName(copiedFrom.name) })}
          </Link>
        </p>
      )}
      <p className="mt-2 -ml-2 flex flex-wrap gap-1">
        <Way href={`${of}&diff=before`}>{t('change')}</Way>
        {version.ordinal > 1 ? (
          <Way href={`${address}&before=${version.id}&view=blame#L${line}`}>{t('before')}</Way>
        ) : null}
        <Way href={`${of}&diff=now`}>{t('compareNow')}</Way>
        {version.call === null ? null : <Way href={version.call}>{t('call')}</Way>}
      </p>
    </div>
  )
}

function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <ButtonLink href={href} scroll={false} variant="quiet" size="small">
      {children}
    </ButtonLink>
  )
}
