'use client'

import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import type { OfferedStores } from '@/components/stores/offered-stores'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form-text'
import { ErrorNotice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { type Access, type Purpose, PURPOSES, usualPurpose } from '@/lib/auth/access'
import { makeKeyAction } from './actions'
import { KeySecret } from './key-secret'
import { KeyStores } from './key-stores'

export interface MakeKeyProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** to these a key can be limited */
  offered: OfferedStores
  /** suggested name */
  name?: string
  /** told the secret, once */
  onMade?: (secret: string) => void
}

/** The form for a new key; then its secret, this once. */
export function MakeKey({ isOpen, onOpenChange, offered, name = '', onMade }: MakeKeyProps) {
  const t = useTranslations('ApiKeys')
  const [secret, setSecret] = useState<string | null>(null)
  const changeOpen = (isOpened: boolean) => {
    setSecret(null)
    onOpenChange(isOpened)
  }
  const show = (made: string) => {
    setSecret(made)
    onMade?.(made)
  }
  return (
    <Dialog
      title={secret === null ? t('new') : t('secretTitle')}
      description={secret === null ? t('newAbout') : t('secretAbout')}
      isOpen={isOpen}
      onOpenChange={changeOpen}
    >
      {secret === null ? (
        <KeyForm offered={offered} name={name} onMade={show} onCancel={() => changeOpen(false)} />
      ) : (
        <KeySecret secret={secret} onClose={() => changeOpen(false)} />
      )}
    </Dialog>
  )
}

/** The offered accesses; those that agents and their programs need are first. */
const OFFERED: readonly Access[] = ['read', 'write', 'review', 'admin', 'metrics', 'hook']

const USUAL_DAYS = 90

interface KeyFormProps {
  offered: OfferedStores
  name: string
  onMade: (secret: string) => void
  onCancel: () => void
}

function KeyForm({ offered, name, onMade, onCancel }: KeyFormProps) {
  const t = useTranslations('ApiKeys')
  const app = useTranslations('App')
  const noAnswer = useNoAnswer()
  const [access, setAccess] = useState<Access>('write')
  const [purpose, setPurpose] = useState<Purpose>('agent')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, start] = useTransition()
  const isOfMetrics = access === 'metrics' || access === 'hook'
  const submit = (form: FormData) =>
    start(async () => {
      const days = formText(form, 'days')
      const outcome = await makeKeyAction({
        name: formText(form, 'key-name'),
        access,
        purpose: access === 'review' ? 'script' : purpose,
        storeIds: chosen.size === 0 || isOfMetrics ? null : [...chosen],
        days: days === '' ? null : Number(days),
      }).catch(noAnswer)
      if (outcome.isDone) onMade(outcome.value)
      else setWhy(outcome.why)
    })
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) submit(new FormData(event.currentTarget))
      }}
    >
      <Field
        id="key-name"
        name="key-name"
        label={t('name')}
        hint={t('nameHint')}
        defaultValue={name}
        required
        pattern=".*\S.*"
        maxLength={100}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select<Access>
          label={t('access')}
          value={access}
          options={OFFERED.map((value) => ({
            value,
            label: t(`tag_${value}`),
            note: t(`access_${value}`),
          }))}
          onChoose={(value) => {
            setAccess(value)
            setPurpose(usualPurpose(value))
          }}
        />
        <Select<Purpose>
          label={t('heldBy')}
          value={access === 'review' ? 'script' : purpose}
          isOff={access === 'review'}
          options={PURPOSES.map((value) => ({
            value,
            label: t(`purpose_${value}`),
            note: t(`purposeNote_${value}`),
          }))}
          onChoose={setPurpose}
        />
      </div>
      {isOfMetrics ? null : <KeyStores offered={offered} chosen={chosen} onChoose={setChosen} />}
      <Field
        id="days"
        name="days"
        type="number"
        label={t('days')}
        hint={t('daysHint')}
        min={1}
        max={3_650}
        defaultValue={USUAL_DAYS}
      />
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{app('cancel')}</Button>
        <Button variant="primary" type="submit" isBusy={isPending}>
          {t('make')}
        </Button>
      </div>
    </form>
  )
}
