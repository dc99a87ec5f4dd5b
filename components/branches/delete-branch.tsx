'use client'

import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { ActWords } from '@/components/frame/page'
import { deleteStoreAction } from '@/components/stores/actions'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { ErrorNotice } from '@/components/ui/notice'
import { plainName } from '@/lib/text/plain-text'

export interface DeleteBranchProps {
  /** `lastSequence`: its last change that is among those counted */
  branch: { id: string; name: string; lastSequence: number }
  /** where it leads; null: to all stores */
  originId: string | null
  /** changes of the branch that nothing else holds */
  unmerged: number
  /** changes that were made in it and are merged, unless that was undone since; left out: none */
  own?: number
}

/** Deletes a branch: at once asked where all of it is merged, with its name typed where it is not. */
export function DeleteBranch({ branch, originId, unmerged, own = 0 }: DeleteBranchProps) {
  const t = useTranslations('Branch')
  const app = useTranslations('App')
  const settings = useTranslations('StoreSettings')
  const router = useRouter()
  const noAnswer = useNoAnswer()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const shownName = plainName(branch.name)
  const isAsked = unmerged > 0 || own > 0
  const isMeant = !isAsked || typed === branch.name || typed === shownName
  const open = () => {
    setTyped('')
    setWhy(null)
    setOpen(true)
  }
  const submit = () =>
    startTransition(async () => {
      const { id: storeId, name, lastSequence } = branch
      const wanted = { storeId, shownName: name, lastSequence }
      const outcome = await deleteStoreAction(wanted).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      setOpen(false)
      router.push(originId === null ? '/stores' : `/stores/${originId}`)
    })
  return (
    <>
      <Button variant="quiet-danger" onClick={open}>
        <Trash2 size={15} aria-hidden /> <ActWords>{t('delete')}</ActWords>
      </Button>
      <Dialog
        title={t('deleteTitle', { name: shownName })}
        description={
          unmerged > 0
            ? t('deleteUnmerged', { count: unmerged })
            : own > 0
              ? t('deleteOwn', { count: own })
              : t('deleteMerged')
        }
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
          {!isAsked ? null : (
            <Field
              id="branch-typed"
              label={settings('typeName', { name: shownName })}
              value={typed}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
          {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{app('cancel')}</Button>
            <Button variant="danger" type="submit" disabled={isPending || !isMeant}>
              {t('deleteRun')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
