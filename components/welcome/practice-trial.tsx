'use client'

import { CornerDownLeft } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { dropHandedText, handText } from '@/components/ui/handed-text'
import { ErrorNotice } from '@/components/ui/notice'
import { practiceAction } from './actions'

/** Tells the practice agent something, and leads to where its call is seen. */
export function PracticeTrial({ examples }: { examples: readonly string[] }) {
  const t = useTranslations('Welcome')
  const noAnswer = useNoAnswer()
  const router = useRouter()
  const [first = ''] = examples
  const [text, setText] = useState(first)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const field = useRef<HTMLInputElement>(null)
  const isSent = useRef(false)
  const type = (typed: string) => {
    setText(typed)
    if (isSent.current) handText('session', typed)
  }
  const submit = () => {
    // The field is cleared at once: what is typed from now on is the session's next message.
    const sent = text
    isSent.current = true
    type('')
    setWhy(null)
    field.current?.focus()
    startTransition(async () => {
      const outcome = await practiceAction(sent).catch(noAnswer)
      if (outcome.isDone) return router.push(`/sessions/${outcome.value}`)
      isSent.current = false
      dropHandedText()
      setWhy(outcome.why)
      setText((typed) => (typed === '' ? sent : `${sent} ${typed}`))
    })
  }
  return (
    <form
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && text.trim() !== '') submit()
      }}
    >
      <div className="flex items-center gap-2 rounded-card bg-raised p-1.5 pl-3 shadow-[inset_0_0_0_1px_var(--control)] has-[input:focus]:shadow-[inset_0_0_0_2px_var(--accent)]">
        <input
          ref={field}
          // The first key of a newcomer is a word, or Enter.
          autoFocus
          aria-label={t('tell')}
          value={text}
          onChange={({ target }) => type(target.value)}
          autoComplete="off"
          maxLength={2000}
          className="h-7 min-w-0 flex-1 bg-transparent text-talk outline-none"
        />
        <Button type="submit" variant="primary" isBusy={isPending}>
          {isPending ? t('sending') : t('send')}
          <CornerDownLeft size={14} aria-hidden />
        </Button>
      </div>
      <ul className="mt-2.5 flex flex-wrap gap-1.5">
        {examples.slice(1).map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => {
                type(example)
                field.current?.focus()
              }}
              className="min-h-6 cursor-pointer rounded-full px-2.5 py-0.5 text-left text-xs text-ink-2 shadow-[inset_0_0_0_1px_var(--line-2)] hover:bg-hover hover:text-ink"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
      {why === null ? null : (
        <div className="mt-3">
          <ErrorNotice>{why}</ErrorNotice>
        </div>
      )}
    </form>
  )
}
