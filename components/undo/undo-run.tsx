'use client'

import { Link } from '@/components/ui/link'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'

type Outcome<Value> = { isDone: true; value: Value } | { isDone: false; why: string }

interface Wanted {
  storeId: string
  changes: { sessionId: string } | { versionIds: string[] }
  isForced: boolean
  plan: string
}

export interface UndoRunProps {
  wanted: Wanted
  /** memories that would change */
  count: number
  undo: (wanted: Wanted) => Promise<Outcome<{ memories: number; batchId: string | null }>>
}

/** The act after the plan, and the way back from it. */
export function UndoRun({ wanted, count, undo }: UndoRunProps) {
  const t = useTranslations('Undo')
  const router = useRouter()
  const [why, setWhy] = useState<string | null>(null)
  const [done, setDone] = useState<{ memories: number; batchId: string | null } | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = () =>
    startTransition(async () => {
      setWhy(null)
      const outcome = await undo(wanted)
      if (outcome.isDone) setDone(outcome.value)
      else setWhy(outcome.why)
      router.refresh()
    })
  if (done) {
    return (
      <p role="status" className="rounded-md border border-added px-3 py-2">
        {t('done', { count: done.memories })}{' '}
        <Link href={`/stores/${wanted.storeId}`} className="text-accent hover:underline">
          {t('openStore')}
        </Link>
        {done.batchId === null ? null : (
          <>
            {' · '}
            <Link
              href={`/stores/${wanted.storeId}/undo?batch=${done.batchId}`}
              className="text-accent hover:underline"
              onClick={() => setDone(null)}
            >
              {t('undoThis')}
            </Link>
          </>
        )}
      </p>
    )
  }
  return (
    <div className="space-y-2">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button look="primary" disabled={isPending || count === 0} onClick={run}>
        {isPending ? t('running') : t('run', { count })}
      </Button>
    </div>
  )
}
