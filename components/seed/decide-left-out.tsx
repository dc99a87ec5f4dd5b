'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { whyNot } from '@/components/commands/action-result'
import { ErrorNotice } from '@/components/ui/notice'
import { decideLeftOutAction } from './actions'

/** A conflict as the person saw it. */
export interface SeenConflict {
  key: number
  /** the hash of the store's text; null: deleted */
  seen: string | null
}

export type Choice = { take: 'store' } | { take: 'source' } | { take: 'text'; content: string }

function useDecision(storeId: string) {
  const noAnswer = useNoAnswer()
  const router = useRouter()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const run = (conflicts: readonly SeenConflict[], choice: Choice) =>
    startTransition(async () => {
      const outcome = await decideLeftOutAction({
        storeId,
        conflicts: [...conflicts],
        choice,
      }).catch(noAnswer)
      setWhy(whyNot(outcome))
      if (!outcome.isDone && outcome.isUnanswered) return
      if (outcome.isDone) router.replace(`/stores/${storeId}/seed#left-out`, { scroll: false })
    })
  return { why, isPending, run }
}

/** One conflict: take either side, or a custom text. */
export function DecideOne({
  storeId,
  chosen,
}: {
  storeId: string
  chosen: SeenConflict & { stores: string | null; sources: string | null }
}) {
  const t = useTranslations('Seed')
  const { why, isPending, run } = useDecision(storeId)
  const [text, setText] = useState(chosen.stores ?? chosen.sources ?? '')
  const one = [{ key: chosen.key, seen: chosen.seen }]
  return (
    <div className="space-y-3">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex flex-wrap gap-2">
        <Button disabled={isPending} onClick={() => run(one, { take: 'store' })}>
          {t('takeStore')}
        </Button>
        <Button disabled={isPending} onClick={() => run(one, { take: 'source' })}>
          {t('takeSource')}
        </Button>
      </div>
      <details>
        <summary className="w-fit cursor-pointer rounded-mark text-ink-2 hover:text-ink">
          {t('takeText')}
        </summary>
        <div className="mt-2 space-y-2">
          <textarea
            aria-label={t('textLabel')}
            rows={12}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="block w-full rounded-control border border-control bg-sheet p-2 font-mono text-code"
          />
          <Button disabled={isPending} onClick={() => run(one, { take: 'text', content: text })}>
            {t('takeTextRun')}
          </Button>
        </div>
      </details>
    </div>
  )
}

/** Decides all shown conflicts the same way. */
export function DecideAll({
  storeId,
  conflicts,
}: {
  storeId: string
  conflicts: readonly SeenConflict[]
}) {
  const t = useTranslations('Seed')
  const { why, isPending, run } = useDecision(storeId)
  return (
    <div className="space-y-2">
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex flex-wrap gap-2">
        <Button disabled={isPending} onClick={() => run(conflicts, { take: 'store' })}>
          {t('allStore')}
        </Button>
        <Button disabled={isPending} onClick={() => run(conflicts, { take: 'source' })}>
          {t('allSource')}
        </Button>
      </div>
    </div>
  )
}
