'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef, useState } from 'react'
import type { Result } from '@/components/act/act'
import { useUnsaved } from '@/components/live/use-live'
import { Field as TextField } from './field'
import { type FieldValue, fieldText, valueOf } from './typed-values'

export interface Field {
  name: string
  kind: 'text' | 'lines' | 'number' | 'bytes'
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

  const forget = (name: string) => {
    setTyped(({ [name]: _, ...others }) => others)
    setFaults(({ [name]: _, ...others }) => others)
  }
  const save = async (field: Field) => {
    const { name, min = 0, max = 0 } = field
    const text = typed[name]
    if (text === undefined || underWay.current.get(name) === text) return
    const refuse = (why: string) => setFaults((all) => ({ ...all, [name]: why }))
    const { value, fault } = valueOf(field, text)
    if (fault) return refuse(t(`fault.${fault.rule}`, { min, max }))
    if (value === values[name]) return forget(name)
    underWay.current.set(name, text)
    const result = await onSave({ [name]: value })
    underWay.current.delete(name)
    if (result.ok) forget(name)
    else refuse(result.why)
  }

  return (
    <form
      className="grid md:[&_input]:h-7"
      onSubmit={(event) => {
        event.preventDefault()
        for (const field of fields) void save(field)
      }}
    >
      {fields.map((field) => {
        const { name, kind, words, about, beside, unit } = field
        return (
          <SettingsRow key={name} words={words} about={about} beside={beside}>
            <span
              className={clsx('flex items-center gap-2 *:first:flex-1', unit && '*:first:max-w-28')}
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
          </SettingsRow>
        )
      })}
      {/* Enter in one of several fields saves only where there is a button for it. */}
      <input type="submit" hidden />
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
