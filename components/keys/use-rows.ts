'use client'

import { useTranslations } from 'next-intl'
import { useKey } from './use-key'

/** What makes an element a row that is walked to; `id` is what `open` and `tick` are told. */
export type RowProps = (id: string) => { 'data-row': string }

export interface RowActs {
  /** Enter; without it the row that has the focus acts as a link or a button by itself; null: nothing opens */
  open?: ((id: string) => void) | null
  /** Space */
  tick?: (id: string) => void
}

const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility())

const focusOf = (row: HTMLElement) =>
  row.matches('a, button, [tabindex]')
    ? row
    : row.querySelector<HTMLElement>('input[type="radio"]:checked, a, button')

/**
 * J and K move the focus over the rows of the page, Enter opens and Space ticks. They begin at the row
 * that is shown (`aria-current`). Rows are links or buttons, or hold one, or a choice.
 */
export function useRows({ open, tick }: RowActs = {}): RowProps {
  const t = useTranslations('Keys')
  const current = () => {
    const all = rows()
    return (
      all.find((row) => row.contains(document.activeElement)) ??
      all.find(
        (row) => row.matches('[aria-current="true"]') || row.querySelector('[aria-current="true"]'),
      )
    )
  }
  const walk = (by: 1 | -1) => {
    const all = rows()
    const at = all.indexOf(current() ?? document.body)
    const isThere = all[at]?.contains(document.activeElement) ?? false
    const to = at < 0 ? (by > 0 ? 0 : all.length - 1) : isThere ? at + by : at
    const row = all[to]
    if (!row) return
    focusOf(row)?.focus()
    row.scrollIntoView({ block: 'nearest' })
  }
  const act = (does: ((id: string) => void) | null | undefined) => {
    const row = current()
    if (!row) return
    if (does) does(row.dataset.row ?? '')
    else focusOf(row)?.click()
  }
  useKey('j', t('next'), () => walk(1), { bar: true })
  useKey('k', t('previous'), () => walk(-1), { bar: true })
  useKey('arrowdown', t('next'), () => walk(1))
  useKey('arrowup', t('previous'), () => walk(-1))
  useKey('enter', t('open'), () => act(open), { when: open !== null, bar: true })
  useKey('space', t('tick'), () => act(tick), { when: tick !== undefined, bar: true })
  return (id) => ({ 'data-row': id })
}

/** J, K and Enter over the rows of a list. */
export function ListKeys() {
  useRows()
  return null
}
