'use client'

import { ShieldAlert, Undo2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Refusal } from '@/components/plan/refusal'
import { quarantineVersionsAction } from './actions'

export interface ReachFormProps {
  storeId: string
  /** of the form: what its changes have in common */
  label: string
  /** the changes, each with a checkbox `version` */
  children: ReactNode
}

/** Changes of one store of which some are chosen, to be undone together or put in quarantine. */
export function ReachForm({ storeId, label, children }: ReachFormProps) {
  const t = useTranslations('Reach')
  const noAnswer = useNoAnswer()
  const router = useRouter()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [why, setWhy] = useState<string | null>(null)
  const [quarantined, setQuarantined] = useState<number | null>(null)
  const [isPending, startTransition] = useTransition()
  const choose = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setChosen(versionsIn(currentTarget))
  const chooseAll = (form: HTMLFormElement | null) => {
    if (!form) return
    const all = [...form.querySelectorAll<HTMLInputElement>('input[name="version"]')]
    // Nobody chooses what they do not see.
    const boxes = all.filter((box) => box.closest('details:not([open])') === null)
    const isChecked = boxes.some((box) => !box.checked)
    for (const box of boxes) box.checked = isChecked
    setChosen(versionsIn(form))
  }
  const quarantine = () =>
    startTransition(async () => {
      setWhy(null)
      setQuarantined(null)
      const outcome = await quarantineVersionsAction({ storeId, versionIds: [...chosen] }).catch(
        noAnswer,
      )
      if (outcome.isDone) setQuarantined(outcome.value)
      else setWhy(outcome.why)
    })
  const undo = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length === 0) return
    const query = new URLSearchParams(chosen.map((version) => ['version', version]))
    router.push(`/stores/${storeId}/undo?${query}`)
  }
  return (
    <form
      method="get"
      action={`/stores/${storeId}/undo`}
      aria-label={label}
      onChange={choose}
      onSubmit={undo}
      autoComplete="off"
    >
      {why === null ? null : <Refusal why={why} />}
      {quarantined === null ? null : (
        <p
          ref={focused}
          role="status"
          tabIndex={-1}
          className="rounded-card bg-added-line px-3 py-2"
        >
          {t('quarantined', { count: quarantined })}
        </p>
      )}
      {children}
      <div className="sticky bottom-0 z-10 flex max-md:static flex-wrap items-center gap-2 border-t border-line bg-sheet px-4 py-2">
        <Button variant="quiet" onClick={({ currentTarget }) => chooseAll(currentTarget.form)}>
          {t('chooseAll')}
        </Button>
        <span className="mr-auto text-xs text-ink-3 tabular-nums" role="status">
          {t('chosen', { count: chosen.length })}
        </span>
        <Button disabled={chosen.length === 0} isBusy={isPending} onClick={quarantine}>
          <ShieldAlert size={15} aria-hidden />
          {isPending ? t('quarantining') : t('quarantine')}
        </Button>
        <Button type="submit" variant="primary" disabled={chosen.length === 0}>
          <Undo2 size={15} aria-hidden />
          {t('undo')}
        </Button>
      </div>
    </form>
  )
}

/** What was just done takes the focus, so that it is read. */
const focused = (element: HTMLElement | null) => element?.focus()

function versionsIn(form: HTMLFormElement): string[] {
  return new FormData(form).getAll('version').map(String)
}
