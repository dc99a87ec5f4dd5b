'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { ErrorNotice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { plainText } from '@/lib/text/plain-text'
import type { ActionResult } from '@/components/commands/action-result'
import { updateStoreAction } from './actions'

interface StoreFields {
  name: string
  description: string
}

export interface EditStoreProps {
  store: StoreFields & { storeId: string }
  /** whether the store is read-only */
  isArchived: boolean
}

/** A store's name and description. */
export function EditStore({ store, isArchived }: EditStoreProps) {
  const t = useTranslations('StoreSettings')
  const noAnswer = useNoAnswer()
  const labels = useTranslations('NewStore')
  const [outcome, setOutcome] = useState<ActionResult | null>(null)
  const [isPending, startTransition] = useTransition()
  const router = useRouter()
  const showToast = useToast()
  // Counts what was undone: the fields then begin anew with what was there before.
  const [round, setRound] = useState(0)
  // The values before anything was typed; after a refusal, those shown beside the fields.
  const [began, setBegan] = useState<StoreFields>(store)
  const isRefused = outcome?.isDone === false
  const submit = (form: FormData) =>
    startTransition(async () => {
      const fields = {
        name: formText(form, 'name'),
        description: formText(form, 'description'),
      }
      const { name, description } = isRefused ? store : began
      const shown = { name, description }
      const next = await updateStoreAction({ storeId: store.storeId, ...fields, shown }).catch(
        noAnswer,
      )
      setOutcome(next)
      if (!next.isDone) return next.isUnanswered ? undefined : router.refresh()
      const saved = { ...fields, name: fields.name.trim() }
      setBegan(saved)
      showToast({ text: t('changed'), undo: () => undo(shown, saved) })
    })
  const undo = (before: StoreFields, saved: StoreFields) =>
    startTransition(async () => {
      const next = await updateStoreAction({
        storeId: store.storeId,
        ...before,
        shown: saved,
      }).catch(noAnswer)
      setOutcome(next.isDone ? null : next)
      if (!next.isDone) return next.isUnanswered ? undefined : router.refresh()
      setBegan(before)
      setRound((count) => count + 1)
    })
  const now = (field: keyof StoreFields) => {
    if (!isRefused || store[field] === began[field]) return undefined
    const value = plainText(store[field])
    return value === '' ? t('nowEmpty') : t('nowValue', { value })
  }
  return (
    <form
      key={round}
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      <fieldset disabled={isArchived} className="grid gap-4 md:grid-cols-2">
        <Field
          id="name"
          name="name"
          label={labels('name')}
          hint={now('name')}
          defaultValue={began.name}
          required
          maxLength={255}
          autoComplete="off"
        />
        <Field
          id="description"
          name="description"
          label={labels('description')}
          hint={now('description') ?? labels('descriptionHint')}
          defaultValue={began.description}
          maxLength={1024}
          autoComplete="off"
        />
      </fieldset>
      {isRefused ? <ErrorNotice>{outcome.why}</ErrorNotice> : null}
      <div className="flex items-center justify-end gap-4">
        <p role="status" className="text-ink-3">
          {outcome?.isDone && !isPending ? t('saved') : ''}
        </p>
        {isArchived ? null : (
          <Button look="primary" type="submit" disabled={isPending}>
            {isPending ? t('saving') : t('save')}
          </Button>
        )}
      </div>
    </form>
  )
}
