'use client'

import { CircleCheck, Play, WifiOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import type { Connection } from './connection'
import { FloatingNotice } from './floating-notice'
import { reconnectNow } from './follow-stream'

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

/** Says that the connection was lost, and what was missed once it is back. */
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
      <FloatingNotice
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
      </FloatingNotice>
    )
  }
  return (
    <FloatingNotice
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
    </FloatingNotice>
  )
}
