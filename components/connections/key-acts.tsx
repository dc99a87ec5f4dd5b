'use client'

import { Plus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Button, type ButtonProps } from '@/components/ui/button'
import { CopiedLines } from '@/components/ui/copy-button'
import { AskedAct, Dialog, DialogForm } from '@/components/ui/dialog'
import { Checkbox, Choice, Field } from '@/components/ui/field'
import { formText } from '@/components/ui/form'
import type { Access } from '@/lib/auth/access'
import { toggled } from '@/lib/text/lists'
import { plainName } from '@/lib/text/visible-text'
import { endKey, giveNewSecret, makeKey } from './actions'

/** A store that a key can be limited to. */
export interface OfferedStore {
  id: string
  name: string
}

export interface NewKeyProps {
  stores: readonly OfferedStore[]
  variant?: ButtonProps['variant']
  /** told the secret once it was shown */
  onKept?: (secret: string) => void
}

/** Makes a key: the form, then its secret, this once. */
export function NewKey({ stores, variant = 'primary', onKept }: NewKeyProps) {
  const t = useTranslations('ApiKeys')
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const isAsking = isOpen || secret !== null
  useKey('n', t('new'), () => setOpen(true), { bar: true, when: !isAsking })
  const made = (value: string) => {
    setOpen(false)
    setSecret(value)
  }
  const kept = () => {
    if (secret !== null) onKept?.(secret)
    setSecret(null)
  }
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)} Icon={Plus} stroke="n">
        {t('new')}
      </Button>
      <Dialog
        title={t('new')}
        description={t('newAbout')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <KeyForm stores={stores} onMade={made} onCancel={() => setOpen(false)} />
      </Dialog>
      <KeySecret secret={secret} about={t('secretAbout')} onClose={kept} />
    </>
  )
}

/** Gives a key that is not over another secret, or ends it, once that is confirmed. */
export function KeyActs({ keyId, name, isOver }: { keyId: string; name: string; isOver: boolean }) {
  const t = useTranslations('ApiKeys')
  const [secret, setSecret] = useState<string | null>(null)
  const shown = plainName(name)
  return (
    <>
      <AskedAct
        button={{
          variant: 'quiet',
          'aria-label': t('rotateNamed', { name: shown }),
          disabled: isOver,
          children: t('rotate'),
        }}
        title={t('rotateTitle', { name: shown })}
        description={t('rotateAbout')}
        act={t('rotate')}
        variant="primary"
        does={giveNewSecret}
        input={{ id: keyId }}
        done={setSecret}
      />
      <AskedAct
        button={{
          variant: 'quiet-danger',
          'aria-label': t('revokeNamed', { name: shown }),
          children: t('revoke'),
        }}
        title={t('revokeTitle', { name: shown })}
        description={t('revokeAbout')}
        act={t('revokeRun')}
        does={endKey}
        input={{ id: keyId }}
        done={() => t('revoked', { name: shown })}
      />
      <KeySecret secret={secret} about={t('rotatedAbout')} onClose={() => setSecret(null)} />
    </>
  )
}

interface KeySecretProps {
  /** null: none was made */
  secret: string | null
  about: string
  onClose: () => void
}

/** A key's secret, which is shown this once. */
function KeySecret({ secret, about, onClose }: KeySecretProps) {
  const t = useTranslations('ApiKeys')
  return (
    <Dialog title={t('secretTitle')} description={about} isOpen={secret !== null} onClose={onClose}>
      <CopiedLines text={secret ?? ''} label={t('secret')} />
      <div className="mt-5 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {t('kept')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Those that agents and their programs need come first. */
const OFFERED: readonly Access[] = ['read', 'write', 'review', 'admin', 'hook', 'metrics']

/** Keys of a program of one's own, unless said otherwise. */
const OF_SCRIPTS: readonly Access[] = ['metrics', 'review', 'admin']

const PURPOSES = ['agent', 'script'] as const

const USUAL_DAYS = 90

interface KeyFormProps {
  stores: readonly OfferedStore[]
  onMade: (secret: string) => void
  onCancel: () => void
}

function KeyForm({ stores, onMade, onCancel }: KeyFormProps) {
  const t = useTranslations('ApiKeys')
  const [access, setAccess] = useState<Access>('write')
  const [purpose, setPurpose] = useState<(typeof PURPOSES)[number]>('agent')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const making = useAct(makeKey, { done: onMade })
  const choose = (value: Access) => {
    setAccess(value)
    setPurpose(OF_SCRIPTS.includes(value) ? 'script' : 'agent')
  }
  const make = (form: HTMLFormElement) => {
    const days = formText(form, 'days')
    void making.run({
      name: formText(form, 'key-name'),
      access,
      isAgent: purpose === 'agent',
      // Figures are of all stores.
      storeIds: chosen.size === 0 || access === 'metrics' ? null : [...chosen],
      days: days === '' ? null : Number(days),
    })
  }
  return (
    <DialogForm act={t('make')} by={making} onSend={make} onCancel={onCancel}>
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
        <Choice
          label={t('access')}
          value={access}
          choices={OFFERED.map((value) => ({ value, label: t(`tag_${value}`) }))}
          hint={t(`access_${access}`)}
          onChoose={choose}
        />
        <Choice
          label={t('heldBy')}
          value={purpose}
          disabled={access === 'review'}
          choices={PURPOSES.map((value) => ({ value, label: t(`purpose_${value}`) }))}
          hint={t(`purposeNote_${purpose}`)}
          onChoose={setPurpose}
        />
      </div>
      {access === 'metrics' ? null : (
        <Stores stores={stores} chosen={chosen} onChoose={setChosen} />
      )}
      <Field
        name="days"
        type="number"
        label={t('days')}
        hint={t('daysHint')}
        min={1}
        max={3_650}
        defaultValue={USUAL_DAYS}
      />
    </DialogForm>
  )
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
  return (
    <fieldset>
      <legend className="font-medium">{t('limitTo')}</legend>
      <p className="text-xs text-ink-3">
        {chosen.size === 0 ? t('allStores') : t('storeCount', { count: chosen.size })}
      </p>
      <ul className="mt-1 max-h-40 overflow-auto rounded-control shadow-[inset_0_0_0_1px_var(--control)]">
        {stores.map(({ id, name }) => (
          <li key={id} className="flex min-h-8 items-center px-2.5 hover:bg-hover">
            <Checkbox isTicked={chosen.has(id)} onTick={() => onChoose(toggled(chosen, id))}>
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
