import { Eraser, FileQuestion, FileX, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisibleLabel, VisiblePath } from '@/components/lines/visible-text'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { NoticeBar } from '@/components/ui/notice'
import { Moment } from '@/components/ui/time'
import type { Writer } from '@/lib/store/model/actor'

export interface DeletedProps {
  ordinal: number
  at: Date
  writer: Writer
  /** the way back, where there is one */
  acts?: ReactNode
}

/** Says that a memory is deleted: when, by whom, and the way back. */
export function Deleted({ ordinal, at, writer, acts }: DeletedProps) {
  const t = useTranslations('Memory')
  const nameOf = useActorName()
  return (
    <NoticeBar tone="plain" Icon={Trash2} acts={acts}>
      <p className="font-semibold">
        {t('deletedWith', { ordinal })} <Moment time={at} />
      </p>
      <p className="flex items-center gap-1.5 text-ink-2">
        <ActorMark writer={writer} size="small" />
        <VisibleLabel text={nameOf(writer)} />
      </p>
    </NoticeBar>
  )
}

export interface RedactedProps {
  ordinal: number
  at: Date
  by: Writer
  /** the versions before and after it */
  beside: readonly { href: string; ordinal: number }[]
}

/** A version that was emptied: when and by whom, and the versions beside it. Never how long it was. */
export function Redacted({ ordinal, at, by, beside }: RedactedProps) {
  const t = useTranslations('Memory')
  const nameOf = useActorName()
  return (
    <div className="flex flex-1 items-center justify-center bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_9px)] px-4 py-16">
      <div className="grid max-w-[52ch] justify-items-center gap-2 rounded-card bg-sheet px-6 py-5 text-center">
        <Eraser size={22} strokeWidth={1.5} aria-hidden className="text-ink-3" />
        <p className="font-medium">{t('redacted', { ordinal })}</p>
        <p className="text-ink-2">
          <VisibleLabel text={nameOf(by)} />, <Moment time={at} />
        </p>
        <p className="flex flex-wrap justify-center gap-1.5 empty:hidden">
          {beside.map((each) => (
            <ButtonLink key={each.href} href={each.href} variant="quiet">
              {t(each.ordinal < ordinal ? 'versionBefore' : 'versionAfter', {
                ordinal: each.ordinal,
              })}
            </ButtonLink>
          ))}
        </p>
      </div>
    </div>
  )
}

/** A version whose stored text is not what was written: its id, for whoever repairs it. */
export function Damaged({ ordinal, id, acts }: { ordinal: number; id: string; acts?: ReactNode }) {
  const t = useTranslations('Memory')
  return (
    <NoticeBar tone="caution" Icon={FileX} acts={acts}>
      <p className="font-semibold text-caution">{t('damaged', { ordinal })}</p>
      <p className="text-ink-2">
        {t('damagedAbout')} <code className="font-mono text-xs">{id}</code>
      </p>
    </NoticeBar>
  )
}

export interface NowhereProps {
  storeId: string
  /** the path that the address names; null: it names none */
  path: string | null
  /** the address names a version, which the memory does not have */
  isVersion?: boolean
  /** it came after the moment that is shown */
  isLater?: boolean
}

/** Nothing is, or was then, at the address. */
export function Nowhere({ storeId, path, isVersion = false, isLater = false }: NowhereProps) {
  const t = useTranslations('Memory')
  return (
    <Empty
      Icon={FileQuestion}
      title={t(isLater ? 'notYet' : isVersion ? 'noVersion' : 'noMemory')}
      acts={
        <ButtonLink href={`/stores/${storeId}`} variant="primary">
          {t('toOverview')}
        </ButtonLink>
      }
    >
      {path === null ? (
        t('noVersionAbout')
      ) : (
        <code className="font-mono text-code wrap-anywhere">
          <VisiblePath path={path} />
        </code>
      )}
    </Empty>
  )
}
