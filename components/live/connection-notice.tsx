'use client'

import { CircleCheck, RefreshCw, WifiOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Moment } from '@/components/ui/time'
import { reconnect, useLiveState } from './follow'

/** Says that the connection was lost, what was missed once it is back, and that the server is newer. */
export function ConnectionNotice() {
  const t = useTranslations('Live')
  const live = useLiveState()
  return (
    <div role="status">
      {live.state === 'outdated' ? (
        <Floating
          icon={<RefreshCw size={16} aria-hidden className="shrink-0 text-accent" />}
          title={t('otherBuild')}
          act={
            <Button variant="primary" size="small" onClick={() => window.location.reload()}>
              {t('reload')}
            </Button>
          }
        />
      ) : live.state === 'lost' ? (
        <Floating
          icon={<WifiOff size={16} aria-hidden className="shrink-0 text-caution" />}
          title={t('lost')}
          act={
            <Button variant="quiet" size="small" onClick={reconnect}>
              {t('tryNow')}
            </Button>
          }
        >
          {t('asOf')} <Moment time={live.since} shows="clock" />
        </Floating>
      ) : live.state === 'back' ? (
        <Floating
          icon={<CircleCheck size={16} aria-hidden className="shrink-0 text-added" />}
          title={t('back', { seconds: live.seconds })}
        >
          {t('missed', { count: live.missed })}
        </Floating>
      ) : null}
    </div>
  )
}

interface FloatingProps {
  icon: ReactNode
  title: string
  act?: ReactNode
  children?: ReactNode
}

/** At the foot of the page: it covers neither the head nor what is read first. */
function Floating({ icon, title, act, children }: FloatingProps) {
  return (
    <div className="fixed inset-x-0 bottom-2.5 max-md:bottom-[calc(var(--thumb)+74px)] z-30 mx-auto flex min-h-9 w-fit max-w-[calc(100vw-1.5rem)] items-center gap-3 rounded-card bg-raised px-3.5 py-1 shadow-e-2 print:hidden">
      {icon}
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <strong className="font-semibold">{title}</strong>
        {children ? <span className="text-xs text-ink-2 tabular-nums">{children}</span> : null}
      </p>
      {act}
    </div>
  )
}
