'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { WhyNot } from '@/components/ui/notice'
import { summarise } from './actions'

/** As many as a session's own may have; characters. */
const LONGEST = 20_000

/** Asks for a summary now, with what it is to keep. */
export function Summarise({ sessionId, onDone }: { sessionId: string; onDone: () => void }) {
  const t = useTranslations('Context')
  const form = useRef<HTMLFormElement>(null)
  const [instructions, setInstructions] = useState('')
  const asking = useAct(summarise, {
    done: () => {
      onDone()
      return t('asked')
    },
  })
  // It was asked for.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const submit = () => {
    if (!asking.isBusy) void asking.run({ sessionId, instructions: instructions.trim() })
  }
  useKey('mod+enter', t('summariseNow'), submit, { inForms: true })
  return (
    <form
      ref={form}
      className="border-b border-line bg-well px-5 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="mb-2 text-ink-2">{t('summariseAbout')}</p>
      <Field
        label={t('instructions')}
        rows={3}
        maxLength={LONGEST}
        placeholder={t('instructionsLike')}
        value={instructions}
        onChange={({ target }) => setInstructions((target as { value: string }).value)}
      />
      <WhyNot why={asking.why} />
      <div className="mt-2 flex gap-2">
        <Button type="submit" variant="primary" isBusy={asking.isBusy}>
          {t('summariseNow')} <Kbd stroke="mod+enter" />
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
