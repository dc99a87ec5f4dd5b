'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleMove } from '@/components/content/visible-path'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/notice'
import type { PlannedChange, RollbackPlan } from '@/lib/store/rollback-plan'

type Outcome<Value> = { isDone: true; value: Value } | { isDone: false; why: string }

interface MomentAddress {
  storeId: string
  sequence: number
}

export interface RestoreStoreProps extends MomentAddress {
  plan: (moment: MomentAddress) => Promise<Outcome<RollbackPlan>>
  restore: (moment: MomentAddress) => Promise<Outcome<number>>
}

const LISTED = 100

/** Makes the store as it was; first it says what that would change. */
export function RestoreStore({ storeId, sequence, plan, restore }: RestoreStoreProps) {
  const t = useTranslations('RestoreStore')
  const app = useTranslations('App')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [planned, setPlanned] = useState<RollbackPlan | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const open = () => {
    setOpen(true)
    setPlanned(null)
    startTransition(async () => {
      const outcome = await plan({ storeId, sequence })
      if (outcome.isDone) setPlanned(outcome.value)
      else setWhy(outcome.why)
    })
  }
  const run = () =>
    startTransition(async () => {
      const outcome = await restore({ storeId, sequence })
      if (!outcome.isDone) return setWhy(outcome.why)
      setOpen(false)
      router.push(`/stores/${storeId}`)
    })
  return (
    <>
      <Button onClick={open}>{t('button')}</Button>
      <Dialog title={t('title')} description={t('about')} isOpen={isOpen} onOpenChange={setOpen}>
        <div className="space-y-4">
          {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
          {planned ? <Plan plan={planned} /> : <p role="status">{app('loading')}</p>}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{app('cancel')}</Button>
            <Button
              look="primary"
              disabled={isPending || !planned || planned.willChange.length === 0}
              onClick={run}
            >
              {t('run', { count: planned?.willChange.length ?? 0 })}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}

function Plan({ plan }: { plan: RollbackPlan }) {
  const t = useTranslations('RestoreStore')
  return (
    <div className="space-y-4">
      <Changes title={t('willChange')} changes={plan.willChange} none={t('nothing')} />
      {plan.cannot.length === 0 ? null : (
        <Changes title={t('cannot')} changes={plan.cannot} none="" />
      )}
    </div>
  )
}

function Changes({
  title,
  changes,
  none,
}: {
  title: string
  changes: readonly PlannedChange[]
  none: string
}) {
  const t = useTranslations('RestoreStore')
  return (
    <section>
      <h3 className="font-medium">{title}</h3>
      {changes.length === 0 ? <p className="text-faint">{none}</p> : null}
      <ul className="max-h-64 overflow-auto text-[13px]">
        {changes.slice(0, LISTED).map((change) => (
          <li key={change.memoryId} className="flex gap-2 border-b border-line py-1">
            <span className="w-28 shrink-0 text-faint">{t(kindOf(change))}</span>
            <span className="font-mono break-all">
              <VisibleMove before={change.before?.path} after={change.after?.path} />
            </span>
          </li>
        ))}
        {changes.length > LISTED ? (
          <li className="py-1">{t('more', { count: changes.length - LISTED })}</li>
        ) : null}
      </ul>
    </section>
  )
}

function kindOf({ before, after }: PlannedChange): 'comesBack' | 'goes' | 'moves' | 'changes' {
  if (!before) return 'comesBack'
  if (!after) return 'goes'
  return before.path === after.path ? 'changes' : 'moves'
}
