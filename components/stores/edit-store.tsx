'use client'

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
  const [outcome, setOutcome] = useState<ActionResult | null>(null)
  const [isPending, startTransition] = useTransition()
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
      if (!next.isDone) return
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
      if (!next.isDone) return
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
      className="grid gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1.8fr)_max-content]"
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      <fieldset disabled={isArchived} className="contents">
        <Field
          id="name"
          name="name"
          label={t('name')}
          hint={now('name')}
          defaultValue={began.name}
          required
          maxLength={255}
          autoComplete="off"
        />
        <Field
          id="description"
          name="description"
          label={t('description')}
          hint={now('description') ?? t('descriptionHint')}
          defaultValue={began.description}
          maxLength={1024}
          autoComplete="off"
        />
      </fieldset>
      {/* In line with the fields, below their names. */}
      <div className="flex items-center gap-3 max-md:justify-end md:h-8 md:self-start md:translate-y-6">
        {isArchived ? null : (
          <Button variant="primary" type="submit" disabled={isPending}>
            {isPending ? t('saving') : t('save')}
          </Button>
        )}
      </div>
      <p role="status" className="text-ink-3 empty:-mt-3 md:col-span-3">
        {outcome?.isDone && !isPending ? t('saved') : ''}
      </p>
      {isRefused ? (
        <div className="md:col-span-3">
          <ErrorNotice>{outcome.why}</ErrorNotice>
        </div>
      ) : null}
    </form>
  )
}
