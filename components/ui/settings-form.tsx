'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef, useState } from 'react'
import type { Result } from '@/components/act/act'
import { useUnsaved } from '@/components/live/use-live'
import { Checkbox, Field as TextField } from './field'
import { Form } from './form'

export interface Field {
  name: string
  /** `tick`: it holds or not, at once */
  kind: 'text' | 'lines' | 'number' | 'bytes' | 'tick'
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
  /** present use, right of the field */
  beside?: ReactNode
}

export type Values = Readonly<Record<string, FieldValue>>

export interface SettingsFormProps {
  fields: readonly Field[]
  values: Values
  /** is given what changed; what it answers is shown where it was typed */
  onSave: (changed: Values) => Promise<Result<unknown>>
}

/**
 * Settings as rows: name, field, what stands beside it. Each holds once it is left; an invalid value
 * stays, with the reason.
 */
export function SettingsForm({ fields, values, onSave }: SettingsFormProps) {
  const t = useTranslations('Common')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  useUnsaved(Object.keys(typed).length > 0)

  // Enter saves a field, and leaving it would once more.
  const underWay = useRef(new Map<string, string>())

  // What was typed since is not saved yet.
  const forget = (name: string, text = typed[name]) => {
    setTyped((all) => {
      const { [name]: now, ...others } = all
      return now === text ? others : all
    })
    setFaults(({ [name]: _, ...others }) => others)
  }
  const save = async (field: Field) => {
    const { name, min = 0, max = 0 } = field
    const text = typed[name]
    if (text === undefined || underWay.current.get(name) === text) return
    const refuse = (why: string) => setFaults((all) => ({ ...all, [name]: why }))
    const { value, fault } = valueOf(field, text)
    if (fault) return refuse(t(`fault.${fault}`, { min, max }))
    if (value === values[name]) return forget(name)
    underWay.current.set(name, text)
    const result = await onSave({ [name]: value })
    underWay.current.delete(name)
    if (result.ok) forget(name, text)
    else refuse(result.why)
  }

  return (
    <Form
      className="grid md:[&_input:not([type=checkbox])]:h-7"
      onSend={() => {
        for (const field of fields) void save(field)
      }}
    >
      {fields.map((field) => {
        const { name, kind, words, about, beside, unit } = field
        return (
          <SettingsRow key={name} words={words} about={about} beside={beside}>
            {kind === 'tick' ? (
              <Checkbox
                label={words}
                isTicked={values[name] === true}
                onTick={(isTicked) => void onSave({ [name]: isTicked })}
              />
            ) : (
              <span
                className={clsx(
                  'flex items-center gap-2 *:first:flex-1',
                  unit && '*:first:max-w-28',
                )}
              >
                <TextField
                  label={words}
                  isLabelHidden
                  rows={kind === 'lines' ? 3 : undefined}
                  inputMode={kind === 'number' ? 'numeric' : undefined}
                  value={typed[name] ?? fieldText(kind, values[name] ?? null)}
                  placeholder={field.none}
                  problem={faults[name]}
                  autoComplete="off"
                  onChange={({ target }) => setTyped((all) => ({ ...all, [name]: target.value }))}
                  onBlur={() => void save(field)}
                  onKeyDown={({ key }) => key === 'Escape' && forget(name)}
                />
                {unit ? <span className="text-ink-2">{unit}</span> : null}
              </span>
            )}
          </SettingsRow>
        )
      })}
      {/* Enter in one of several fields saves only where there is a button for it. */}
      <input type="submit" hidden />
    </Form>
  )
}

interface SettingsRowProps {
  words: ReactNode
  about?: ReactNode
  beside?: ReactNode
  children: ReactNode
}

/** One setting: its name, what it does, its field, and what stands beside it. */
export function SettingsRow({ words, about, beside, children }: SettingsRowProps) {
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

/** What a field holds; null: nothing. Of `bytes` the number of bytes. */
export type FieldValue = string | number | boolean | null

/** Why what is typed is no value. */
type Fault = 'missing' | 'notNumber' | 'notSize' | 'tooSmall' | 'tooLarge' | 'tooLong'

const UNITS = { G: 1_073_741_824, M: 1_048_576, K: 1_024, B: 1, '': 1 }

/** A value as it stands in its field: sizes as `100 K`. */
export function fieldText(kind: Field['kind'], value: FieldValue): string {
  if (kind !== 'bytes' || typeof value !== 'number') return String(value ?? '')
  const [unit, bytes] = Object.entries(UNITS).find(([, each]) => value % each === 0) ?? ['', 1]
  return value > 0 && bytes > 1 ? `${value / bytes} ${unit}` : String(value)
}

type Limits = Pick<Field, 'kind' | 'min' | 'max' | 'none'>
type Read = { value: FieldValue; fault?: Fault }

/** The value of what is typed into a field, or why it is none. */
export function valueOf(field: Limits, typed: string): Read {
  const text = typed.trim()
  const not = (fault: Fault): Read => ({ value: text, fault })
  if (text === '') return field.none === undefined ? not('missing') : { value: null }
  if (field.kind === 'number') return /^\d+$/.test(text) ? within(Number(text)) : not('notNumber')
  if (field.kind === 'bytes') return sizeIn(text)
  return text.length > (field.max ?? Infinity) ? not('tooLong') : { value: text }

  function sizeIn(size: string): Read {
    const [, amount, unit = ''] = /^(\d+(?:[.,]\d+)?)\s*([kmgb]?)(?:i?b)?$/i.exec(size) ?? []
    if (amount === undefined) return not('notSize')
    const bytes = UNITS[unit.toUpperCase() as keyof typeof UNITS]
    return within(Math.round(Number(amount.replace(',', '.')) * bytes))
  }

  function within(value: number): Read {
    if (value < (field.min ?? 0)) return not('tooSmall')
    return value > (field.max ?? Infinity) ? not('tooLarge') : { value }
  }
}
