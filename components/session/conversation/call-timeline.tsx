'use client'

import { useTranslations } from 'use-intl'
import { classNames } from '@/components/ui/class-names'
import { plainText } from '@/lib/text/plain-text'
import { callElementId } from './call-address'
import { isRead, subjectOf, verbKey, verbOf } from './call-words'
import type { CallEntry } from './conversation-entries'

/** Every call of the session as a bar, in order; selecting one scrolls to it. */
export function CallTimeline({
  calls,
  onChoose,
}: {
  calls: readonly CallEntry[]
  onChoose: (index: number) => void
}) {
  const t = useTranslations('Call')
  return (
    <section
      aria-label={t('timeline')}
      className="flex max-h-20 items-start gap-3 overflow-auto px-4 pb-1"
    >
      <ol className="flex min-w-0 flex-1 flex-wrap">
        {calls.map((call, index) => {
          const verb = verbOf(call.name, call.input)
          const label = `${t(verbKey(verb, call.state))} ${plainText(subjectOf(call.input))}. ${t(`state_${call.state}`)}`
          return (
            <li key={call.id}>
              <button
                type="button"
                aria-label={label}
                title={label}
                onClick={() => {
                  onChoose(index)
                  const card = document.getElementById(callElementId(call.id))
                  const folded = card?.closest('details')
                  if (folded) folded.open = true
                  card?.scrollIntoView({ block: 'nearest' })
                  card?.focus({ preventScroll: true })
                }}
                className="grid h-6 w-6 cursor-pointer place-items-center hover:bg-hover"
              >
                <span className={classNames('h-2 w-[18px] rounded-xs', look(call, isRead(verb)))} />
              </button>
            </li>
          )
        })}
      </ol>
      <h2 className="shrink-0 py-1 text-xs text-ink-3 tabular-nums">
        {t('count', { count: calls.length })}
      </h2>
    </section>
  )
}

function look(call: CallEntry, isReading: boolean): string {
  if (call.state === 'refused') return 'shadow-[inset_0_0_0_1.5px_var(--removed)]'
  if (call.state === 'waiting') return 'shadow-[inset_0_0_0_1.5px_var(--caution)]'
  if (call.state !== 'done') return 'shadow-[inset_0_0_0_1.5px_var(--control)]'
  return isReading ? 'bg-line-2' : 'bg-accent'
}
