'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { ErrorNotice } from '@/components/ui/notice'

type Outcome = { isDone: true } | { isDone: false; why: string }

interface StoreForm {
  storeId: string
  name: string
  description: string
  maxContentBytes: number
}

export interface EditStoreProps {
  store: StoreForm
  /** whether nothing can be changed any more */
  isArchived: boolean
  save: (form: StoreForm) => Promise<Outcome>
}

/** A store's name, description and limit. */
export function EditStore({ store, isArchived, save }: EditStoreProps) {
  const t = useTranslations('StoreSettings')
  const labels = useTranslations('NewStore')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isPending, startTransition] = useTransition()
  const submit = (form: FormData) =>
    startTransition(async () => {
      setOutcome(
        await save({
          storeId: store.storeId,
          name: formText(form, 'name'),
          description: formText(form, 'description'),
          maxContentBytes: Number(formText(form, 'limit')),
        }),
      )
    })
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      <fieldset disabled={isArchived} className="space-y-4">
        <Field
          id="name"
          name="name"
          label={labels('name')}
          defaultValue={store.name}
          required
          maxLength={255}
          autoComplete="off"
        />
        <Field
          id="description"
          name="description"
          label={labels('description')}
          hint={labels('descriptionHint')}
          defaultValue={store.description}
          maxLength={1024}
          autoComplete="off"
        />
        <Field
          id="limit"
          name="limit"
          label={labels('limit')}
          hint={labels('limitHint')}
          type="number"
          min={1}
          max={10_485_760}
          defaultValue={store.maxContentBytes}
          required
        />
      </fieldset>
      {outcome?.isDone === false ? <ErrorNotice>{outcome.why}</ErrorNotice> : null}
      <div className="flex items-center justify-end gap-4">
        <p role="status" className="text-faint">
          {outcome?.isDone && !isPending ? t('saved') : ''}
        </p>
        <Button look="primary" type="submit" disabled={isPending || isArchived}>
          {isPending ? t('saving') : t('save')}
        </Button>
      </div>
    </form>
  )
}
