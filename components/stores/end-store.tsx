'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { ErrorNotice } from '@/components/ui/notice'
import { plainName } from '@/lib/text/plain-text'
import { archiveStoreAction, deleteStoreAction } from './actions'

export interface EndStoreProps {
  what: 'archive' | 'delete'
  store: { id: string; name: string }
}

const RUN = { archive: archiveStoreAction, delete: deleteStoreAction }

/** Archives or deletes a store, once its name was typed. */
export function EndStore({ what, store }: EndStoreProps) {
  const t = useTranslations('StoreSettings')
  const app = useTranslations('App')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  // Hidden characters in a name cannot be typed either: then the label in brackets is expected.
  const shownName = plainName(store.name)
  const isNamed = typed === store.name || typed === shownName
  /** A name typed the last time it was open does not count. */
  const open = () => {
    setTyped('')
    setWhy(null)
    setOpen(true)
  }
  const submit = () =>
    startTransition(async () => {
      const outcome = await RUN[what]({ storeId: store.id, shownName: store.name })
      if (!outcome.isDone) return setWhy(outcome.why)
      setOpen(false)
      if (what === 'delete') router.push('/stores')
    })
  return (
    <>
      <Button variant={what === 'delete' ? 'quiet-danger' : 'secondary'} onClick={open}>
        {t(`${what}Button`)}
      </Button>
      <Dialog
        title={t(`${what}Title`, { name: shownName })}
        description={t(`${what}About`)}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Field
            id={`${what}-name`}
            label={t('typeName', { name: shownName })}
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
          {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{app('cancel')}</Button>
            <Button
              variant={what === 'delete' ? 'danger' : 'primary'}
              type="submit"
              disabled={isPending || !isNamed}
            >
              {t(`${what}Run`)}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
