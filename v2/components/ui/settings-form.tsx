'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import type { Result } from '@/components/act/act'
import { useUnsaved } from '@/components/live/unsaved'
import { Button } from './button'
import { fieldLook } from './field'
import { Select } from './select'
import { Switch } from './switch'
import { type FieldValue, fieldText, type Fault, valueOf } from './typed-values'

export interface Choice {
  value: string
  label: string
  /** what follows from it */
  note?: string
}

export interface Field {
  name: string
  kind:
    | 'text'
    | 'lines'
    | 'number'
    | 'choice'
    | 'switch'
    | 'duration'
    | 'bytes'
    | 'paths'
    | 'secret'
  /** its name in the reader's language */
  words: string
  /** its effect, in a few words */
  about?: string
  /** of a number, or of a text in characters */
  min?: number
  max?: number
  /** after the number, as `days` */
  unit?: string
  /** what stands in an empty field, as `no limit`; without it the field must be filled */
  none?: string
  choices?: readonly Choice[]
  /** text, and no field; `about` says where it is set */
  isLocked?: boolean
  /** present use, right of the field */
  beside?: ReactNode
}

export type Values = Readonly<Record<string, FieldValue>>

export interface SettingsFormProps {
  fields: readonly Field[]
  values: Values
  /** is given what changed; what it answers is shown where it was typed */
  onSave: (changed: Values) => Promise<Result<unknown>>
  /** each field holds once it is left or chosen; else there is a button */
  holdsAtOnce?: boolean
}

/** Settings as rows: name, field, what stands beside it. An invalid value stays, with the reason. */
export function SettingsForm({ fields, values, onSave, holdsAtOnce = false }: SettingsFormProps) {
  const t = useTranslations('Common')
  const [typed, setTyped] = useState<Readonly<Record<string, FieldValue>>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  useUnsaved(Object.keys(typed).length > 0)

  const words = (field: Field, fault: Fault) =>
    t(`fault.${fault.rule}`, { min: field.min ?? 0, max: field.max ?? 0 })
  const forget = (names: readonly string[]) =>
    setTyped((all) =>
      Object.fromEntries(Object.entries(all).filter(([key]) => !names.includes(key))),
    )

  const save = async (given: Values) => {
    const read = fields
      .filter(({ name }) => name in given)
      .map((field) => ({ field, ...valueOf(field, given[field.name] ?? null) }))
    const wrong = read.flatMap(({ field, fault }) =>
      fault ? [[field.name, words(field, fault)] as const] : [],
    )
    setFaults(Object.fromEntries(wrong))
    if (wrong.length > 0) return
    const changed = read.filter(({ field, value }) => !isSame(value, values[field.name] ?? null))
    if (changed.length === 0) return forget(Object.keys(given))
    setBusy(true)
    const result = await onSave(
      Object.fromEntries(changed.map(({ field, value }) => [field.name, value])),
    )
    setBusy(false)
    if (result.ok) return forget(Object.keys(given))
    setFaults({ [changed[0]?.field.name ?? '']: result.why })
  }

  return (
    <form
      className="grid"
      onSubmit={(event) => {
        event.preventDefault()
        void save(typed)
      }}
    >
      {fields.map((field) => (
        <SettingsRow key={field.name} words={field.words} about={field.about} beside={field.beside}>
          <Input
            field={field}
            value={typed[field.name] ?? values[field.name] ?? null}
            fault={faults[field.name]}
            onType={(value) => {
              setTyped((all) => ({ ...all, [field.name]: value }))
              if (holdsAtOnce && (field.kind === 'switch' || field.kind === 'choice')) {
                void save({ [field.name]: value })
              }
            }}
            onLeave={() => {
              if (holdsAtOnce && field.name in typed)
                void save({ [field.name]: typed[field.name] ?? null })
            }}
            onGiveUp={() => {
              forget([field.name])
              setFaults({})
            }}
          />
        </SettingsRow>
      ))}
      {holdsAtOnce ? (
        // Enter in one of several fields saves only where there is a button for it.
        <input type="submit" hidden />
      ) : (
        <div className="pt-3">
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  )
}

/** One setting: its name, what it does, its field, and what stands beside it. */
export function SettingsRow({
  words,
  about,
  beside,
  children,
}: {
  words: ReactNode
  about?: ReactNode
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid max-w-5xl grid-cols-[14rem_minmax(0,17rem)_minmax(0,1fr)] items-center gap-x-5 gap-y-1 py-1.5 max-lg:grid-cols-[12rem_minmax(0,1fr)] max-md:grid-cols-1">
      <div className="min-w-0">
        <div>{words}</div>
        {about ? <div className="text-xs text-ink-3">{about}</div> : null}
      </div>
      <div className="min-w-0">{children}</div>
      {beside ? (
        <div className="min-w-0 text-xs text-ink-2 tabular-nums max-lg:col-start-2 max-md:col-start-1">
          {beside}
        </div>
      ) : null}
    </div>
  )
}

interface InputProps {
  field: Field
  value: FieldValue
  fault: string | undefined
  onType: (value: FieldValue) => void
  onLeave: () => void
  onGiveUp: () => void
}

function Input({ field, value, fault, onType, onLeave, onGiveUp }: InputProps) {
  const id = useId()
  const text = fieldText(field, value)
  if (field.isLocked) return <span className="text-ink-2 wrap-anywhere">{text || field.none}</span>
  if (field.kind === 'switch') {
    return (
      <Switch isOn={value === true} onChange={onType}>
        <span className="sr-only">{field.words}</span>
      </Switch>
    )
  }
  if (field.kind === 'choice') {
    return (
      <Select
        label={field.words}
        isLabelHidden
        options={field.choices ?? []}
        value={String(value)}
        onChoose={onType}
      />
    )
  }
  const isLong = field.kind === 'lines' || field.kind === 'paths'
  const shared = {
    id,
    value: text,
    placeholder: field.none,
    'aria-label': field.words,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': fault ? `${id}-fault` : undefined,
    autoComplete: 'off',
    onBlur: onLeave,
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
    onKeyDown: (event: { key: string; preventDefault: () => void }) => {
      if (event.key === 'Escape') onGiveUp()
    },
  } as const
  return (
    <>
      <span className="flex items-center gap-2">
        {isLong ? (
          <textarea {...shared} rows={3} className={clsx(fieldLook, 'py-1.5')} />
        ) : (
          <input
            {...shared}
            type={field.kind === 'secret' ? 'password' : 'text'}
            inputMode={field.kind === 'number' ? 'numeric' : undefined}
            className={clsx(fieldLook, 'h-7 max-md:h-10', field.unit && 'max-w-28')}
          />
        )}
        {field.unit ? <span className="text-ink-2">{field.unit}</span> : null}
      </span>
      {fault ? (
        <p id={`${id}-fault`} role="alert" className="mt-1 text-xs text-removed">
          {fault}
        </p>
      ) : null}
    </>
  )
}

function isSame(one: FieldValue, other: FieldValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
