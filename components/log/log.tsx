'use client'

import { Activity, ArrowUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRouter, useSearchParams } from 'next/navigation'
import { startTransition, useState } from 'react'
import { useKey } from '@/components/keys/use-key'
import { ListKeys } from '@/components/keys/use-rows'
import { useLive } from '@/components/live/use-live'
import { Button, ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { useDays } from '@/components/ui/time'
import type { Topic } from '@/lib/live/topics'
import { Entry } from './entry'
import type { LogEntry } from '@/lib/store/log-entries'
import { groupedBy } from '@/lib/text/lists'

export interface LogProps {
  entries: readonly LogEntry[]
  /** what the address of what is further back says; null: nothing is */
  older: string | null
  /** of the page on which it stands, with what it is narrowed to */
  address: string
  /** whether all are of one store, which the page names */
  isOfStore: boolean
  isNarrowed: boolean
  /** what is told of as new, and the number that the page shows */
  topic: Topic
  at: number
  now: Date
}

/** What everybody did, by day. It does not move while it is read: what is new comes when asked for. */
export function Log(props: LogProps) {
  const { entries, older, address, isOfStore, isNarrowed, topic, at, now } = props
  const t = useTranslations('Log')
  const dayOf = useDays(now, (isThisYear) => ({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }))
  // As the address says it: who comes back finds it open.
  const openId = useSearchParams().get('open')
  const hrefWith = (more: Readonly<Record<string, string>>) => {
    const [page = '', search] = address.split('?')
    return `${page}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), ...more })}`
  }
  useKey('r', t('undoKey'), () => undoOfCurrent()?.click(), { when: entries.length > 0 })
  const open = (versionId: string) => {
    const next = versionId === openId ? null : versionId
    // Without asking the server.
    history.replaceState(null, '', next === null ? address : hrefWith({ open: next }))
  }
  return (
    <section aria-label={t('title')} className="contents">
      <NewChanges
        key={at}
        topic={topic}
        at={at}
        isNarrowed={isNarrowed}
        latest={address.replace(/[?&]after=[^&]*/, '')}
      />
      {entries.length === 0 ? (
        <Empty Icon={Activity} title={t(isNarrowed ? 'noneMatch' : 'empty')}>
          {isNarrowed ? null : t('emptyAbout')}
        </Empty>
      ) : (
        <ListKeys />
      )}
      {[...groupedBy(entries, ({ at: time }) => dayOf(time))].map(([day, ofDay]) => (
        <div key={day} className="last:pb-6">
          <h2
            suppressHydrationWarning
            className="pt-5 pl-[8.5rem] text-xs font-semibold text-ink-2 max-md:pl-4"
          >
            {day}
          </h2>
          <ol aria-label={day}>
            {ofDay.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                namesStore={!isOfStore}
                hrefWith={hrefWith}
                openId={openId}
                onOpen={open}
              />
            ))}
          </ol>
        </div>
      ))}
      {older === null ? null : (
        <p className="px-6 py-4 md:pl-[8.5rem] max-md:px-4">
          <ButtonLink href={hrefWith({ after: older })}>{t('older')}</ButtonLink>
        </p>
      )}
    </section>
  )
}

/** The way to undo the entry in which the focus is. */
const undoOfCurrent = () =>
  document.activeElement?.closest('[data-entry]')?.querySelector<HTMLElement>('[data-undo]')

interface NewChangesProps extends Pick<LogProps, 'topic' | 'at' | 'isNarrowed'> {
  /** the address of the first page */
  latest: string
}

/**
 * Says what came meanwhile, and brings it. How much is not known of what is narrowed, nor where a store was
 * deleted, with whose changes the number falls.
 */
function NewChanges({ topic, at, isNarrowed, latest }: NewChangesProps) {
  const t = useTranslations('Log')
  const router = useRouter()
  const [heard, setHeard] = useState(at)
  useLive([topic], ({ sequence }) => setHeard(sequence), { [topic]: at })
  const count = heard - at
  const show = () =>
    startTransition(() => {
      router.push(latest)
      router.refresh()
      document.querySelector('.sheet')?.scrollTo(0, 0)
      scrollTo(0, 0)
    })
  return (
    <div className="sticky top-(--head) bottom-24 max-md:bottom-[calc(var(--thumb)+7rem)] z-10 flex justify-center">
      <p role="status" className="sr-only">
        {count === 0 ? null : t('news')}
      </p>
      {count === 0 ? null : (
        <Button className="mt-2 -mb-10" onClick={show} Icon={ArrowUp}>
          {isNarrowed || count < 0 ? t('news') : t('newChanges', { count })}
        </Button>
      )}
    </div>
  )
}
