'use client'

import Form from 'next/form'
import { GitCompareArrows } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type FormEvent, Fragment, useState } from 'react'
import { Button, buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { useHydrated } from '@/components/ui/time'
import { type ShownVersion, VersionRow } from './version-row'

export interface VersionsProps {
  storeId: string
  memoryId: string
  /** newest first */
  versions: readonly ShownVersion[]
  /** how many the memory has */
  count: number
  /** the version that is shown */
  shownId: string | null
  /** at a past moment, by its number */
  at: number | null
  /** the address with more of them; null: these are all */
  older: string | null
  now: Date
}

/** A memory's versions by day, newest first; two that are chosen are compared. */
export function Versions(props: VersionsProps) {
  const { storeId, memoryId, versions, count, shownId, at, older, now } = props
  const t = useTranslations('History')
  const dayOf = useDays(now)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const address = `/stores/${storeId}?memory=${memoryId}${at === null ? '' : `&at=${at}`}`
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setChosen(new FormData(currentTarget).getAll('version').map(String))
  const names = versions.filter(({ id }) => chosen.includes(id)).map(({ ordinal }) => ordinal)
  return (
    <Form action={`/stores/${storeId}`} scroll={false} onChange={onChange} className="versions">
      <input type="hidden" name="memory" value={memoryId} />
      {at === null ? null : <input type="hidden" name="at" value={at} />}
      <div className="sticky top-0 z-10 flex min-h-11 items-center gap-1.5 border-b border-line bg-sheet pr-2 pl-4">
        <h2 className="font-semibold">{t('title')}</h2>
        <span className="text-ink-3 tabular-nums">{count}</span>
        <span className="ml-auto flex items-center gap-1.5" role="status">
          {names.length === 1 ? <span className="text-ink-2">{t('chooseTwo')}</span> : null}
          {count > 1 ? (
            <Button
              type="submit"
              size="small"
              variant={names.length === 2 ? 'secondary' : 'quiet'}
              data-compare={names.length === 2 ? 'ready' : undefined}
            >
              <GitCompareArrows size={14} aria-hidden />
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
          <Link href={older} replace scroll={false} className={buttonLook({ size: 'small' })}>
            {t('older')}
          </Link>
        </p>
      )}
    </Form>
  )
}

/** Names the day of a time by the reader's clock; in the server's first paint by UTC. */
function useDays(now: Date): (time: Date) => string {
  const t = useTranslations('History')
  const format = useFormatter()
  const timeZone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC'
  const dayOf = (time: Date) => format.dateTime(time, { dateStyle: 'medium', timeZone })
  const today = dayOf(now)
  return (time) => {
    const day = dayOf(time)
    return day === today ? t('today') : day
  }
}
