'use client'

import { useTranslations } from 'use-intl'
import { classNames } from '@/components/ui/class-names'
import { plainText } from '@/lib/text/plain-text'
import { callElementId } from './call-address'
import { isRead, subjectOf, verbOf } from './call-words'
import type { CallEntry } from './conversation-entries'

/** Every call of the session as a sign, in order; selecting one scrolls to it. */
export function CallTimeline({
  calls,
  onChoose,
}: {
  calls: readonly CallEntry[]
  onChoose: (index: number) => void
}) {
  const t = useTranslations('Call')
  return (
    <section aria-label={t('timeline')} className="px-3 py-2">
      <h2 className="text-xs font-medium text-ink-3">{t('count', { count: calls.length })}</h2>
      <ol className="mt-1 flex flex-wrap gap-0.5">
        {calls.map((call, index) => {
          const verb = verbOf(call.name, call.input)
          const label = `${t(verb)} ${plainText(subjectOf(call.input))}. ${t(`state_${call.state}`)}`
          return (
            <li key={call.id}>
              <button
                type="button"
                aria-label={label}
                title={label}
                onClick={() => {
                  onChoose(index)
                  const card = document.getElementById(callElementId(call.id))
                  card?.scrollIntoView({ block: 'nearest' })
                  card?.focus({ preventScroll: true })
                }}
                className={classNames(
                  'block size-6 cursor-pointer rounded-xs border text-[10px] leading-none',
                  look(call, isRead(verb)),
                )}
              >
                {call.state === 'done'
                  ? t(isRead(verb) ? 'mark_read' : 'mark_written')
                  : MARKS[call.state]}
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The same in every language. */
const MARKS = { refused: '×', waiting: '?', running: '…', writing: '…' }

function look(call: CallEntry, isReading: boolean): string {
  if (call.state === 'refused') return 'border-removed text-removed'
  if (call.state === 'waiting') return 'border-caution text-caution'
  if (call.state !== 'done') return 'border-control text-ink-3'
  return isReading ? 'border-accent text-accent' : 'border-added text-added'
}
