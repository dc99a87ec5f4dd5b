import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { SaidText } from '@/components/memory/said-text'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/time'
import type { HunkWriter } from '@/lib/review/hunk-writers'
import { isIdOf } from '@/lib/text/id-kind'
import type { Unit } from './decisions'
import { useSaid } from './use-said'
import { memoryAddress } from './words'

/** Who wrote a hunk and when, by which call, and what the agent said before it. */
export function Why({ unit: { hunk, memories } }: { unit: Unit }) {
  const t = useTranslations('Review')
  return (
    <ul aria-label={t('why')} className="grid gap-2 border-t border-line bg-well px-4 py-2">
      {hunk.writers.map((writer) => (
        <Wrote key={writer.id} writer={writer} address={memoryAddress(memories[0])} />
      ))}
    </ul>
  )
}

function Wrote({ writer, address }: { writer: HunkWriter; address: string }) {
  const t = useTranslations('Review')
  const nameOf = useActorName()
  const { id, ordinal, createdAt: at, by, model, client, toolUseId, adds, removes } = writer
  const { sessionId } = by
  const { data, isLoading } = useSaid(model && sessionId, at)
  return (
    <li>
      <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
        <ActorMark writer={by} size="small" />
        <b className="font-medium text-ink">
          <VisibleLabel text={nameOf(by)} />
        </b>
        {t(adds && removes ? 'rewrote' : adds ? 'added' : 'removed')}
        <Moment time={at} shows="minute" />
        {[model, client].map((each) => (each ? <VisibleLabel key={each} text={each} /> : null))}
        <Link href={`${address}&version=${id}&diff=before`} className="text-accent hover:underline">
          v{ordinal}
        </Link>
        {sessionId && isIdOf('sesn', sessionId) && toolUseId ? (
          <Link
            href={`/sessions/${sessionId}#call-${toolUseId}`}
            className="text-accent hover:underline"
          >
            {t('call')}
          </Link>
        ) : null}
      </p>
      {isLoading ? null : (
        <div className="pl-6 text-ink-2 [&_.markdown]:text-sm!">
          {data?.sentence ? <SaidText text={data.sentence} /> : t('withoutComment')}
        </div>
      )}
    </li>
  )
}
