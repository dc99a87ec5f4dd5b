import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { useAct } from '@/components/act/use-act'
import { WhyNot } from '@/components/ui/notice'
import { rename } from './actions'
import type { SessionFacts } from './state'
import { useShowAtOnce } from './use-session'

export interface TitleFieldProps {
  facts: SessionFacts
  onDone: () => void
}

/** The title as a field: Enter or leaving it saves, Escape gives up. */
export function TitleField({ facts: { id, title }, onDone }: TitleFieldProps) {
  const t = useTranslations('Session')
  const show = useShowAtOnce(id)
  const naming = useAct(rename, {
    done: (now) => {
      show({ title: now })
      onDone()
    },
  })
  const hasGivenUp = useRef(false)
  const save = (typed: string) => {
    if (hasGivenUp.current || naming.isBusy) return
    if (typed.trim() === (title ?? '')) return onDone()
    void naming.run({ sessionId: id, was: title, title: typed })
  }
  return (
    <>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of what was chosen
        autoFocus
        aria-label={t('title')}
        defaultValue={title ?? ''}
        maxLength={255}
        onFocus={({ target }) => target.select()}
        onBlur={({ target }) => save(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') save(currentTarget.value)
          if (key !== 'Escape') return
          hasGivenUp.current = true
          onDone()
        }}
        className="h-7 w-full min-w-40 rounded-control bg-raised px-2 shadow-[inset_0_0_0_1px_var(--control)] outline-none focus:shadow-[inset_0_0_0_2px_var(--accent)] md:w-96"
      />
      <WhyNot why={naming.why} />
    </>
  )
}
