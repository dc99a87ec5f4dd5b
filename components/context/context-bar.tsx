'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { ContextGauge as Gauge } from '@/lib/agent/context-gauge'
import { CompactDialog } from './compact-dialog'
import { ContextGauge } from './context-gauge'

/** The gauge above a conversation, a link to its page, and a button to summarise. */
export function ContextBar({
  sessionId,
  gauge,
  canCompact,
}: {
  sessionId: string
  gauge: Gauge
  /** whether there is something to summarise, and no summary is in progress */
  canCompact: boolean
}) {
  const t = useTranslations('Gauge')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1 text-xs">
      <ContextGauge gauge={gauge} />
      <div className="ml-auto flex gap-1">
        <Button look="quiet" size="small" disabled={!canCompact} onClick={() => setOpen(true)}>
          {t('compact')}
        </Button>
        <Link
          href={`/sessions/${sessionId}/context`}
          className={buttonLook({ look: 'quiet', size: 'small' })}
        >
          {t('page')}
        </Link>
      </div>
      <CompactDialog sessionId={sessionId} isOpen={isOpen} onOpenChange={setOpen} />
    </div>
  )
}
