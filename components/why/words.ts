import type { useFormatter, useTranslations } from 'next-intl'
import type { Check } from '@/lib/why/check'

export type Words = ReturnType<typeof useTranslations<'Why'>>
type Format = ReturnType<typeof useFormatter>

/** Money in words; 0: free; null: '', since the price of a model is not set. */
export function usdWords(format: Pick<Format, 'number'>, t: Words, usd: number | null): string {
  if (usd === null) return ''
  if (usd === 0) return t('free')
  const digits = usd < 0.01 ? 4 : 2
  return format.number(usd, { style: 'currency', currency: 'USD', maximumFractionDigits: digits })
}

/** How an answer in which a check holds is spoken of: it said so, left that out, called a tool. */
export function soOf(check: Check): { so: string; tool: string } {
  if (check.type === 'calls') return { so: 'called', tool: check.name }
  const so = { contains: 'said', lacks: 'lacked', matches: 'answered', judged: 'answered' }
  return { so: so[check.type], tool: '' }
}

/** What a check looks for, as a person wrote it. */
export function soughtIn(check: Check): string {
  if (check.type === 'contains' || check.type === 'lacks') return check.text
  if (check.type === 'matches') return check.pattern
  return check.type === 'calls' ? check.name : check.question
}

/** The check that wants the opposite; null: there is none. */
export function turnedRound(check: Check): Check | null {
  if (check.type === 'contains') return { type: 'lacks', text: check.text }
  return check.type === 'lacks' ? { type: 'contains', text: check.text } : null
}
