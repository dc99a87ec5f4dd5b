import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ask } from '@/components/act/ask'
import { decideHeld } from './actions'
import { Approval } from './approval'
import { PathInLine, VisibleLabel } from '@/components/lines/visible-text'
import {
  CallDifference,
  type CallChanges,
  type ChangedMemory,
} from '@/components/session/call-difference'
import { SaidText } from '@/components/memory/said-text'
import { Amount } from '@/components/ui/badge'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { WaitingWrite as Waiting } from '@/lib/held/held-writes'
import { plainName } from '@/lib/text/visible-text'
import { useSaid } from '@/components/review/use-said'

type Held = Pick<Waiting, 'id' | 'storeId' | 'path' | 'sessionId' | 'toolUseId' | 'createdAt'>

export interface WaitingWritesProps {
  held: readonly Held[]
  /** what their stores are called */
  storeOf: ReadonlyMap<string, string>
}

/** Shown at once; those behind come as these are decided. */
const MOST_SHOWN = 20

/** Writes of a group that wait, each with its answers. */
export function WaitingWrites({ held, storeOf }: WaitingWritesProps) {
  const t = useTranslations('Approval')
  const rest = held.length - MOST_SHOWN
  return (
    <>
      {held.slice(0, MOST_SHOWN).map((each) => (
        <WaitingWrite key={each.id} held={each} storeOf={storeOf} />
      ))}
      {rest > 0 ? <p className="text-ink-2">{t('more', { count: rest })}</p> : null}
    </>
  )
}

/** A write that waits, outside of its conversation: what it would do, why it waits, and the answers. */
function WaitingWrite({ held, storeOf }: { held: Held; storeOf: WaitingWritesProps['storeOf'] }) {
  const { id, storeId, path, sessionId, toolUseId, createdAt } = held
  const t = useTranslations('Approval')
  const call = useTranslations('Call')
  const cache = useQueryClient()
  const address = `/call?held=${id}`
  const { data, error } = useQuery<CallChanges>({
    queryKey: ['held', id],
    queryFn: ({ signal }) => ask<CallChanges>(address, signal),
  })
  const { sentence = null } = useSaid(sessionId, createdAt).data ?? {}
  const { memories: [first, ...others] = [], write } = data ?? {}
  const words = call(`wants_${verbOf(first)}`)
  const isDecided = write === null
  // What was decided changes what those behind it would do.
  const anew = () => void cache.invalidateQueries({ queryKey: ['held'] })
  return (
    <article
      data-call={id}
      data-state={isDecided ? 'decided' : 'waiting'}
      tabIndex={-1}
      aria-label={`${words} ${plainName(path)}`}
      className="overflow-clip rounded-card bg-sheet shadow-[0_0_0_1.5px_var(--caution),var(--e-1)]"
    >
      <header className="flex min-h-9 flex-wrap items-center gap-x-2 bg-caution-bg px-3 py-1">
        <Hand size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-caution" />
        <h3 className="font-medium">{words}</h3>
        <span className="min-w-0 font-mono text-code break-all">
          <PathInLine path={path} />
        </span>
        {first && others.length === 0 ? <Amount {...first} /> : null}
        <span className="ml-auto text-xs text-ink-2">
          <VisibleLabel text={storeOf.get(storeId) ?? storeId} />
        </span>
      </header>
      {sentence === null ? null : (
        <blockquote className="mx-3 my-2 max-w-prose border-l-2 border-line pl-3 text-ink-2 [&_.markdown]:text-sm!">
          <SaidText text={sentence} />
        </blockquote>
      )}
      {error ? <Notice tone="caution">{t('notRead')}</Notice> : null}
      {isDecided ? (
        <Notice tone="plain">{t('decided')}</Notice>
      ) : (
        <Approval
          cardId={id}
          address={address}
          write={write}
          answer={(given) => decideHeld({ ...given, heldId: id })}
          canAllowAll={false}
          hears={sessionId && toolUseId ? 'now' : 'later'}
          onStale={anew}
          onDecided={anew}
        />
      )}
      {data ? <CallDifference changes={data} address={address} /> : null}
      {data || error ? null : <Skeleton count={4} label={t('loading')} />}
    </article>
  )
}

function verbOf(memory: ChangedMemory | undefined): 'create' | 'edit' | 'delete' | 'rename' {
  if (memory?.path === null) return 'delete'
  if (memory?.before === null) return 'create'
  return memory === undefined || memory.before === memory.path ? 'edit' : 'rename'
}
