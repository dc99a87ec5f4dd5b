'use client'

import { Flag } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useOptimistic, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { VisibleLabel } from '@/components/content/visible-label'
import { Button } from '@/components/ui/button'
import { plainName } from '@/lib/text/plain-text'
import { nameMomentAction } from './actions'

// Loaded with the first name that is written.
const MomentNameForm = dynamic(
  () => import('./moment-name-form').then((module) => module.MomentNameForm),
  { ssr: false },
)

export interface MomentNameProps {
  storeId: string
  sequence: number
  /** null: unnamed */
  name: string | null
}

/** The current moment's name: adds, changes, removes and restores it. */
export function MomentName({ storeId, sequence, name }: MomentNameProps) {
  const t = useTranslations('Time')
  const noAnswer = useNoAnswer()
  const [shown, setShown] = useOptimistic(name)
  const [writing, setWriting] = useState<string | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [, startTransition] = useTransition()
  const submit = (text: string) =>
    startTransition(async () => {
      setWhy(null)
      setWriting(null)
      setShown(text === '' ? null : text)
      const outcome = await nameMomentAction({ storeId, sequence, name: text }).catch(noAnswer)
      if (outcome.isDone) return setRemoved(text === '' ? name : null)
      setWhy(outcome.why)
      setWriting(text)
    })
  if (writing !== null) {
    return <MomentNameForm name={writing} why={why} onName={setWriting} onSubmit={submit} />
  }
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      {shown === null ? null : (
        <strong className="max-w-60 truncate font-medium" title={plainName(shown)}>
          <VisibleLabel text={shown} />
        </strong>
      )}
      <Button variant="quiet" size="small" onClick={() => setWriting(shown ?? '')}>
        <Flag size={14} aria-hidden />{' '}
        <span className={shown === null ? 'max-md:sr-only' : undefined}>
          {t(shown === null ? 'nameMoment' : 'rename')}
        </span>
      </Button>
      {shown === null ? null : (
        <Button variant="quiet" size="small" onClick={() => submit('')}>
          {t('removeName')}
        </Button>
      )}
      {removed === null || shown !== null ? null : (
        <Button variant="quiet" size="small" onClick={() => submit(removed)}>
          {t('undoRemove', { name: plainName(removed) })}
        </Button>
      )}
    </span>
  )
}
