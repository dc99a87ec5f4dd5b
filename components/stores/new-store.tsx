'use client'

import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { ErrorNotice } from '@/components/ui/notice'

type CreateStore = (form: {
  name: string
  description: string
  maxContentBytes: number
}) => Promise<{ isDone: true; value: string } | { isDone: false; why: string }>

/** The button that makes a store, and its form. */
export function NewStore({ createStore }: { createStore: CreateStore }) {
  const t = useTranslations('NewStore')
  const app = useTranslations('App')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()

  const open = () => {
    setWhy(null)
    setOpen(true)
  }
  const submit = (form: FormData) =>
    startTransition(async () => {
      const result = await createStore({
        name: formText(form, 'name'),
        description: formText(form, 'description'),
        maxContentBytes: Number(formText(form, 'limit')),
      })
      if (result.isDone) router.push(`/stores/${result.value}`)
      else setWhy(result.why)
    })

  return (
    <>
      <Button look="primary" onClick={open}>
        <Plus size={16} aria-hidden /> {t('button')}
      </Button>
      <Dialog title={t('title')} description={t('about')} isOpen={isOpen} onOpenChange={setOpen}>
        <form
          className="space-y-4"
          // As an action of the form it would empty the fields, also of a store that was refused.
          onSubmit={(event) => {
            event.preventDefault()
            submit(new FormData(event.currentTarget))
          }}
        >
          <Field
            id="name"
            name="name"
            label={t('name')}
            required
            maxLength={255}
            autoComplete="off"
          />
          <Field
            id="description"
            name="description"
            label={t('description')}
            hint={t('descriptionHint')}
            maxLength={1024}
            autoComplete="off"
          />
          <Field
            id="limit"
            name="limit"
            label={t('limit')}
            hint={t('limitHint')}
            type="number"
            min={1}
            max={10_485_760}
            defaultValue={102_400}
            required
          />
          {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{app('cancel')}</Button>
            <Button look="primary" type="submit" disabled={isPending}>
              {isPending ? t('creating') : t('create')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
