'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Ago } from '@/components/ui/time'
import type { Writer } from '@/lib/store/model/actor'
import { VisibleLabel, VisibleText } from './visible-text'

export interface GutterProps {
  /** of the memory: a version is named behind it */
  address: string
  /** number of the first line */
  line: number
  version: { id: string; ordinal: number; at: Date; writer: Writer; message: string | null }
  /** how many of its lines stand */
  standing: number
  /** an earlier version, which cannot be read, may have written them */
  isOrEarlier: boolean
  /** the version that brought them back after they were gone */
  broughtBackIn: number | null
  /** where the line is blamed further, if the store is a copy */
  copiedFrom: { href: string; name: string } | null
  now: Date
}

/** Who wrote a group of lines, and when; a card with three ways on where one points or steps. */
export function BlameGutter(props: GutterProps) {
  const { address, line, version, now } = props
  const t = useTranslations('Blame')
  // There may be hundreds, of which one is looked at.
  const [isMade, setMade] = useState(false)
  const make = () => setMade(true)
  return (
    <div className="contents" onPointerEnter={make} onFocus={make} onPointerOver={make}>
      <Link
        href={`${address}&version=${version.id}&diff=before`}
        scroll={false}
        className="flex h-6 items-center gap-1.5 pl-[18px] text-[11.5px] text-ink-3 max-md:*:not-[.sr-only]:hidden"
      >
        <span className="sr-only">{t('about', { ordinal: version.ordinal, line })}</span>
        <ActorMark writer={version.writer} size="small" />
        <Ago time={version.at} now={now} />
      </Link>
      {isMade ? <Card {...props} /> : null}
    </div>
  )
}

function Card(props: GutterProps) {
  const { address, line, version, standing, isOrEarlier, broughtBackIn, copiedFrom, now } = props
  const t = useTranslations('Blame')
  const nameOf = useActorName()
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
      </p>
      {copiedFrom === null ? null : (
        <p className="mt-1 text-xs">
          <Link href={copiedFrom.href} className="text-accent underline">
            {t('copiedFrom', { name: copiedFrom.name })}
          </Link>
        </p>
      )}
      <p className="mt-2 -ml-2 flex flex-wrap gap-1">
        <Way href={`${of}&diff=before`}>{t('change')}</Way>
        {version.ordinal > 1 ? (
          <Way href={`${address}&before=${version.id}&view=blame#L${line}`}>{t('before')}</Way>
        ) : null}
        <Way href={`${of}&diff=now`}>{t('compareNow')}</Way>
      </p>
    </div>
  )
}

function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} scroll={false} className={buttonLook({ variant: 'quiet', size: 'small' })}>
      {children}
    </Link>
  )
}
