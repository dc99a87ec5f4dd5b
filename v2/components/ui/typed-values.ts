import type { Field } from './settings-form'

/** What a field holds; null: nothing. Of `bytes` the number of bytes, of `paths` the lines. */
export type FieldValue = string | number | boolean | null | readonly string[]

/** Why what is typed is no value. */
export interface Fault {
  rule: 'missing' | 'notNumber' | 'notSize' | 'tooSmall' | 'tooLarge' | 'tooLong'
}

const UNITS = { '': 1, b: 1, k: 1_024, m: 1_048_576, g: 1_073_741_824 } as const

/** A value as it stands in its field: sizes as `100 K`, paths one a line. */
export function fieldText({ kind }: Pick<Field, 'kind'>, value: FieldValue): string {
  if (value === null) return ''
  if (typeof value === 'object') return value.join('\n')
  if (kind !== 'bytes' || typeof value !== 'number') return String(value)
  const unit = (['G', 'M', 'K'] as const).find(
    (each) => value !== 0 && value % UNITS[each.toLowerCase() as 'g' | 'm' | 'k'] === 0,
  )
  return unit ? `${value / UNITS[unit.toLowerCase() as 'g' | 'm' | 'k']} ${unit}` : String(value)
}

type Limits = Pick<Field, 'kind' | 'min' | 'max' | 'none'>

/** The value of what is typed into a field, or why it is none. */
export function valueOf(field: Limits, typed: FieldValue): { value: FieldValue; fault?: Fault } {
  if (typeof typed === 'boolean' || typeof typed === 'object') return { value: typed }
  const text = String(typed).trim()
  if (text === '') {
    return field.none === undefined ? { value: null, fault: { rule: 'missing' } } : { value: null }
  }
  switch (field.kind) {
    case 'number':
    case 'duration':
      return /^\d+$/.test(text)
        ? within(field, Number(text))
        : { value: typed, fault: { rule: 'notNumber' } }
    case 'bytes':
      return sizeOf(field, text)
    case 'paths':
      return {
        value: text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      }
    default:
      return text.length > (field.max ?? Infinity)
        ? { value: text, fault: { rule: 'tooLong' } }
        : { value: text }
  }
}

function sizeOf(field: Limits, text: string): { value: FieldValue; fault?: Fault } {
  const [, amount, unit] = /^(\d+(?:[.,]\d+)?)\s*([kmgb]?)(?:i?b)?$/i.exec(text) ?? []
  if (amount === undefined) return { value: text, fault: { rule: 'notSize' } }
  const factor = UNITS[(unit ?? '').toLowerCase() as keyof typeof UNITS]
  return within(field, Math.round(Number(amount.replace(',', '.')) * factor))
}

function within({ min, max }: Limits, value: number): { value: number; fault?: Fault } {
  if (value < (min ?? 0)) return { value, fault: { rule: 'tooSmall' } }
  if (value > (max ?? Infinity)) return { value, fault: { rule: 'tooLarge' } }
  return { value }
}
