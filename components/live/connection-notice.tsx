'use client'

import { CircleCheck, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { reconnectNow } from './follow-stream'
import type { Connection } from './use-store-events'

export interface ConnectionNoticeProps {
  storeId: string
  connection: Connection
  /** shows what was missed */
  onShow: () => void
}

/** Says above the sheet that the connection was lost, and what was missed once it is back. */
export function ConnectionNotice({ storeId, connection, onShow }: ConnectionNoticeProps) {
  const t = useTranslations('Live')
  if (connection.state === 'connected') return null
  if (connection.state === 'lost') {
    return (
      <Floating
        icon={<WifiOff size={16} aria-hidden className="shrink-0 text-caution" />}
        title={t('lost')}
        acts={
          <Button look="quiet" size="small" onClick={reconnectNow}>
            {t('tryNow')}
          </Button>
        }
      >
        {t('asOf')} <LocalTime time={connection.since} />
      </Floating>
    )
  }
  const { seconds, missed } = connection
  return (
    <Floating
      icon={<CircleCheck size={16} aria-hidden className="shrink-0 text-added" />}
      title={t('back', { seconds })}
      acts={
        missed.count === 0 ? null : (
          <>
            <Link
              href={`/stores/${storeId}/compare?from=${missed.after}&to=${missed.upTo}`}
              className={buttonLook({ look: 'quiet', size: 'small' })}
            >
              {t('compare')}
            </Link>
            <Button look="primary" size="small" onClick={onShow}>
              {t('show')}
            </Button>
          </>
        )
      }
    >
      {t('missed', { count: missed.count })}
    </Floating>
  )
}

function Floating({
  icon,
  title,
  acts,
  children,
}: {
  icon: ReactNode
  title: string
  acts: ReactNode
  children: ReactNode
}) {
  return (
    <div className="fixed inset-x-0 top-16 z-30 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] items-center gap-3 rounded-card bg-raised px-3.5 py-2 shadow-e-2 print:hidden">
      {icon}
      <p className="min-w-0">
        <strong className="block font-semibold">{title}</strong>
        <span className="block text-xs text-ink-2 tabular-nums">{children}</span>
      </p>
      {acts ? <span className="flex shrink-0 items-center gap-1">{acts}</span> : null}
    </div>
  )
}
