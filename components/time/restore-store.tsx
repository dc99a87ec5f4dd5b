'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { VisibleMove } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DoneNotice } from '@/components/undo/done-notice'
import { Refusal } from '@/components/undo/refusal'
import { kindOf, type MemoryChange, type MemorySummary } from '@/lib/store/model/memory-change'
import {
  planRestoreAction,
  restoreStoreAction,
  type RestoredStore,
  type ShownPlan,
} from './actions'

export interface RestoreStoreProps {
  storeId: string
  sequence: number
  onClose: () => void
}

/** Restores the store to a moment; first shows what that would change, then offers to undo it. */
export function RestoreStore({ storeId, sequence, onClose }: RestoreStoreProps) {
  const t = useTranslations('RestoreStore')
  const noAnswer = useNoAnswer()
  const app = useTranslations('App')
  const router = useRouter()
  const [planned, setPlanned] = useState<ShownPlan | null>(null)
  const [done, setDone] = useState<RestoredStore | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const look = async () => {
    const outcome = await planRestoreAction({ storeId, sequence }).catch(noAnswer)
    if (outcome.isDone) setPlanned(outcome.value)
    else setWhy(outcome.why)
  }
  const begin = useEffectEvent(() => startTransition(look))
  useEffect(() => begin(), [])
  const run = (seen: ShownPlan) =>
    startTransition(async () => {
      setWhy(null)
      const outcome = await restoreStoreAction({ storeId, sequence, plan: seen.hash }).catch(
        noAnswer,
      )
      if (outcome.isDone) return setDone(outcome.value)
      setWhy(outcome.why)
      await look()
    })
  const leave = () => {
    onClose()
    if (done) router.push(`/stores/${storeId}`)
  }
  return (
    <Dialog title={t('title')} description={t('about')} isOpen onOpenChange={leave}>
      {done ? (
        <Done storeId={storeId} done={done} />
      ) : (
        <div className="space-y-4">
          {why === null ? null : <Refusal why={why} />}
          {planned ? <Plan plan={planned} /> : <p role="status">{app('loading')}</p>}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{app('cancel')}</Button>
            <Button
              variant="primary"
              disabled={isPending || !planned || planned.counts.willChange === 0}
              onClick={() => planned && run(planned)}
            >
              {t('run', { count: planned?.counts.willChange ?? 0 })}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Done({ storeId, done }: { storeId: string; done: RestoredStore }) {
  const t = useTranslations('RestoreStore')
  const undo = useTranslations('Undo')
  const store = `/stores/${storeId}`
  const back = { href: `${store}/undo?batch=${done.batchId}`, label: undo('undoThis') }
  return (
    <DoneNotice
      done={t('done', { count: done.memories })}
      ways={[{ href: store, label: undo('openStore') }, ...(done.batchId === null ? [] : [back])]}
    />
  )
}

function Plan({ plan }: { plan: ShownPlan }) {
  const t = useTranslations('RestoreStore')
  const { willChange, cannot, counts } = plan
  return (
    <div className="space-y-4">
      <Changes
        title={t('willChange')}
        changes={willChange}
        count={counts.willChange}
        none={t('nothing')}
      />
      {counts.cannot === 0 ? null : (
        <Changes title={t('cannot')} changes={cannot} count={counts.cannot} none="" />
      )}
    </div>
  )
}

/** Texts for the effect of a restore on a memory. */
const WORDS = {
  created: 'comesBack',
  deleted: 'goes',
  renamed: 'moves',
  modified: 'changes',
} as const

function Changes({
  title,
  changes,
  count,
  none,
}: {
  title: string
  changes: readonly MemoryChange<MemorySummary>[]
  /** of all, including those not listed */
  count: number
  none: string
}) {
  const t = useTranslations('RestoreStore')
  return (
    <section>
      <h3 className="font-medium">{title}</h3>
      {changes.length === 0 ? <p className="text-ink-3">{none}</p> : null}
      <ul className="max-h-64 overflow-auto text-sm">
        {changes.map((change) => (
          <li key={change.memoryId} className="flex gap-2 border-b border-line py-1">
            <span className="w-28 shrink-0 text-ink-3">
              {t(WORDS[kindOf(change) ?? 'modified'])}
            </span>
            <span className="font-mono break-all">
              <VisibleMove before={change.before?.path} after={change.after?.path} />
            </span>
          </li>
        ))}
        {count > changes.length ? (
          <li className="py-1">{t('more', { count: count - changes.length })}</li>
        ) : null}
      </ul>
    </section>
  )
}
