'use client'

import { Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Kbd } from '@/components/keys/kbd'
import { useKey } from '@/components/keys/use-key'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { WhyNot } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { Checkbox } from '@/components/ui/switch'
import type { Access } from '@/lib/auth/access'
import { KeySecret } from './key-acts'
import { makeKey } from './actions'

/** A store that a key can be limited to. */
export interface OfferedStore {
  id: string
  name: string
}

/** Makes a key: the form, then its secret, this once. */
export function NewKey({ stores }: { stores: readonly OfferedStore[] }) {
  const t = useTranslations('ApiKeys')
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const open = () => {
    setSecret(null)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setSecret(null)
  }
  useKey('n', t('new'), open, { bar: true, when: !isOpen })
  return (
    <>
      <Button variant="primary" onClick={open}>
        <Plus size={15} aria-hidden />
        {t('new')}
        <Kbd stroke="n" />
      </Button>
      <Dialog
        title={secret === null ? t('new') : t('secretTitle')}
        description={secret === null ? t('newAbout') : t('secretAbout')}
        isOpen={isOpen}
        onClose={close}
      >
        {secret === null ? (
          <KeyForm stores={stores} onMade={setSecret} onCancel={close} />
        ) : (
          <KeySecret secret={secret} onClose={close} />
        )}
      </Dialog>
    </>
  )
}

/** Those that agents and their programs need come first. */
const OFFERED = ['read', 'write', 'review', 'admin'] as const satisfies readonly Access[]

type Offered = (typeof OFFERED)[number]
type Purpose = 'agent' | 'script'

const USUAL_DAYS = 90

interface KeyFormProps {
  stores: readonly OfferedStore[]
  onMade: (secret: string) => void
  onCancel: () => void
}

function KeyForm({ stores, onMade, onCancel }: KeyFormProps) {
  const t = useTranslations('ApiKeys')
  const common = useTranslations('Common')
  const [access, setAccess] = useState<Offered>('write')
  const [purpose, setPurpose] = useState<Purpose>('agent')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { run, isBusy, why } = useAct(makeKey, { done: onMade })
  const choose = (value: Offered) => {
    setAccess(value)
    setPurpose(value === 'read' || value === 'write' ? 'agent' : 'script')
  }
  const make = (form: FormData) => {
    const days = typed(form, 'days')
    return run({
      name: typed(form, 'key-name'),
      access,
      isAgent: purpose === 'agent',
      storeIds: chosen.size === 0 ? null : [...chosen],
      days: days === '' ? null : Number(days),
    })
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void make(new FormData(event.currentTarget))
      }}
    >
      <Field
        name="key-name"
        label={t('name')}
        hint={t('nameHint')}
        required
        pattern=".*\S.*"
        maxLength={100}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select<Offered>
          label={t('access')}
          value={access}
          options={OFFERED.map((value) => ({
            value,
            label: t(`tag_${value}`),
            note: t(`access_${value}`),
          }))}
          onChoose={choose}
        />
        <Select<Purpose>
          label={t('heldBy')}
          value={purpose}
          isOff={access === 'review'}
          options={[
            { value: 'agent', label: t('purpose_agent'), note: t('purposeNote_agent') },
            { value: 'script', label: t('purpose_script'), note: t('purposeNote_script') },
          ]}
          onChoose={setPurpose}
        />
      </div>
      <Stores stores={stores} chosen={chosen} onChoose={setChosen} />
      <Field
        name="days"
        type="number"
        label={t('days')}
        hint={t('daysHint')}
        min={1}
        max={3_650}
        defaultValue={USUAL_DAYS}
      />
      <WhyNot why={why} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          {common('cancel')}
        </Button>
        <Button variant="primary" type="submit" isBusy={isBusy}>
          {t('make')}
        </Button>
      </div>
    </form>
  )
}

function typed(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

interface StoresProps {
  stores: readonly OfferedStore[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** The stores that a key opens; with none ticked, all. */
function Stores({ stores, chosen, onChoose }: StoresProps) {
  const t = useTranslations('ApiKeys')
  if (stores.length === 0) return null
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(chosen)
    if (isTicked) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  return (
    <fieldset>
      <legend className="font-medium">{t('limitTo')}</legend>
      <p className="text-xs text-ink-3">
        {chosen.size === 0 ? t('allStores') : t('storeCount', { count: chosen.size })}
      </p>
      <ul className="mt-1 max-h-40 overflow-auto rounded-control shadow-[inset_0_0_0_1px_var(--control)]">
        {stores.map(({ id, name }) => (
          <li key={id} className="flex min-h-8 items-center px-2.5 hover:bg-hover">
            <Checkbox isTicked={chosen.has(id)} onTick={(isTicked) => tick(id, isTicked)}>
              <span className="min-w-0 wrap-anywhere">
                <VisibleLabel text={name} />
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
