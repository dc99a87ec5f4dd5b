import type { Field } from './settings-form'

/** What a field holds; null: nothing. Of `bytes` the number of bytes. */
export type FieldValue = string | number | null

/** Why what is typed is no value. */
export interface Fault {
  rule: 'missing' | 'notNumber' | 'notSize' | 'tooSmall' | 'tooLarge' | 'tooLong'
}

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
  const not = (rule: Fault['rule']): Read => ({ value: text, fault: { rule } })
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
