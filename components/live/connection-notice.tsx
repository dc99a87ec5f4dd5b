'use client'

import { CircleCheck, Play, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { reconnectNow } from './follow-stream'
import type { Connection } from './connection'

export interface ConnectionNoticeProps {
  connection: Connection
  /** the words for how much was missed */
  missed: 'missed' | 'missedSessions' | 'missedEvents'
  /** address at which the missed changes can be compared; left out: there is none */
  compareHref?: string
  /** plays what was missed, change by change; left out: it can't be */
  onReplay?: (() => void) | undefined
  /** shows what was missed; left out: it is shown already */
  onShow?: () => void
}

/**
 * Says at the foot of the page that the connection was lost, and what was missed once it is back: it
 * covers neither the head nor what is read first.
 */
export function ConnectionNotice({
  connection,
  missed,
  compareHref,
  onReplay,
  onShow,
}: ConnectionNoticeProps) {
  const t = useTranslations('Live')
  if (connection.state === 'connected') return null
  if (connection.state === 'lost') {
    return (
      <Floating
        state="lost"
        icon={<WifiOff size={16} aria-hidden className="shrink-0 text-caution" />}
        title={t('lost')}
        acts={
          <Button variant="quiet" size="small" onClick={reconnectNow}>
            {t('tryNow')}
          </Button>
        }
      >
        {t('asOf')} <LocalTime time={connection.since} />
      </Floating>
    )
  }
  return (
    <Floating
      state="back"
      icon={<CircleCheck size={16} aria-hidden className="shrink-0 text-added" />}
      title={t('back', { seconds: connection.seconds })}
      acts={
        connection.missed === 0 || !onShow ? null : (
          <>
            {compareHref ? (
              <Link
                href={compareHref}
                className={buttonVariants({ variant: 'quiet', size: 'small' })}
              >
                {t('compare')}
              </Link>
            ) : null}
            {onReplay ? (
              <Button variant="quiet" size="small" onClick={onReplay}>
                <Play size={13} aria-hidden /> {t('replay')}
              </Button>
            ) : null}
            <Button variant="primary" size="small" onClick={onShow}>
              {t('show')}
            </Button>
          </>
        )
      }
    >
      {t(missed, { count: connection.missed })}
    </Floating>
  )
}

function Floating({
  state,
  icon,
  title,
  acts,
  children,
}: {
  state: Connection['state']
  icon: ReactNode
  title: string
  acts: ReactNode
  children: ReactNode
}) {
  return (
    <div
      data-connection={state}
      className="above-the-acts fixed inset-x-0 bottom-2.5 z-30 mx-auto flex min-h-9 w-fit max-w-[calc(100vw-1.5rem)] items-center gap-3 rounded-card bg-raised px-3.5 py-1 shadow-e-2 print:hidden"
    >
      {icon}
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <strong className="font-semibold">{title}</strong>
        <span className="text-xs text-ink-2 tabular-nums">{children}</span>
      </p>
      {acts ? <span className="flex shrink-0 items-center gap-1">{acts}</span> : null}
    </div>
  )
}
