'use client'

import { CornerDownLeft } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
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
  const submit = () =>
    startTransition(async () => {
      const outcome = await practiceAction(text).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      router.push(`/sessions/${outcome.value}`)
    })
  return (
    <form
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && text.trim() !== '') submit()
      }}
    >
      <div className="flex items-center gap-2 rounded-card bg-raised p-1.5 pl-3 shadow-[inset_0_0_0_1.5px_var(--accent)] has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
        <input
          aria-label={t('tell')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          autoComplete="off"
          maxLength={2000}
          className="h-7 min-w-0 flex-1 bg-transparent text-talk outline-none"
        />
        <Button type="submit" look="primary" isBusy={isPending}>
          {isPending ? t('sending') : t('send')}
          <CornerDownLeft size={14} aria-hidden />
        </Button>
      </div>
      <ul className="mt-2.5 flex flex-wrap gap-1.5">
        {examples.slice(1).map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => setText(example)}
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
