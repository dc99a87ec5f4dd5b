'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { makeBranchAction } from './actions'

export interface NewBranchProps {
  storeId: string
  /** the moment that it starts from; null: now */
  sequence: number | null
}

/** The form that makes a branch, and leads to it. */
export function NewBranch({ storeId, sequence }: NewBranchProps) {
  const t = useTranslations('Branch')
  const router = useRouter()
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const submit = (name: string) =>
    startTransition(async () => {
      const result = await makeBranchAction({ storeId, name, sequence }).catch(noAnswer)
      if (!result.isDone) return setWhy(result.why)
      router.push(`/stores/${result.value}`)
    })
  return (
    <form
      className="max-w-xl space-y-4"
      onSubmit={(event) => {
        // Not an action: that would clear the field, even if the branch is refused.
        event.preventDefault()
        submit(formText(new FormData(event.currentTarget), 'name'))
      }}
    >
      <Field
        id="branch-name"
        name="name"
        label={t('name')}
        required
        maxLength={255}
        autoComplete="off"
        autoFocus
      />
      <p className="text-ink-2">{sequence === null ? t('fromNow') : t('fromThen', { sequence })}</p>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button variant="primary" type="submit" isBusy={isPending}>
        {isPending ? t('making') : t('make')} <Kbd>↵</Kbd>
      </Button>
    </form>
  )
}
