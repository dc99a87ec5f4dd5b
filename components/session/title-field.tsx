import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { WhyNot } from '@/components/ui/notice'
import { rename } from './actions'
import type { SessionFacts } from './state'
import { useShowAtOnce } from './use-session'

export interface TitleFieldProps {
  facts: SessionFacts
  onDone: () => void
}

/** The title as a field: Enter or leaving it saves, Escape gives up; by key one comes back to where one was. */
export function TitleField({ facts: { id, title }, onDone }: TitleFieldProps) {
  const t = useTranslations('Session')
  const show = useShowAtOnce(id)
  const field = useRef<HTMLInputElement>(null)
  const [opener] = useState(() => document.activeElement)
  const isOver = useRef(false)
  const leave = () => {
    isOver.current = true
    if (document.activeElement === field.current && opener instanceof HTMLElement) opener.focus()
    onDone()
  }
  const naming = useAct(rename, {
    done: (now) => {
      show({ title: now })
      leave()
    },
  })
  const save = (typed: string) => {
    if (isOver.current || naming.isBusy) return
    if (typed.trim() === (title ?? '')) return leave()
    void naming.run({ sessionId: id, was: title, title: typed })
  }
  return (
    <>
      <input
        ref={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of what was chosen
        autoFocus
        aria-label={t('title')}
        defaultValue={title ?? ''}
        maxLength={255}
        onFocus={({ target }) => target.select()}
        onBlur={({ target }) => save(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') save(currentTarget.value)
          if (key === 'Escape') leave()
        }}
        className="h-7 w-full min-w-40 rounded-control bg-raised px-2 shadow-[inset_0_0_0_1px_var(--control)] outline-none focus:shadow-[inset_0_0_0_2px_var(--accent)] md:w-96"
      />
      <WhyNot why={naming.why} />
    </>
  )
}
