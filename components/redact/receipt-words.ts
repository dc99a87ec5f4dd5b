'use client'

import { useTranslations } from 'use-intl'

/**
 * A phrase of a receipt in the reader's language: receipts are in English, for readers over the
 * API. One that has no text stays as it is.
 */
export function useReceiptWords(): (about: 'reach' | 'unfinished', phrase: string) => string {
  const t = useTranslations('Receipt')
  return (about, phrase) => {
    const key = `${about}.${phrase}` as 'reach.exports'
    return t.has(key) ? t(key) : phrase
  }
}

/**
 * Returns a function that words the content of a database column; a column without such words goes
 * by its name.
 */
export function useColumnWords(): (column: string) => string {
  const t = useTranslations('TextColumn')
  return (column) => {
    const key = column.replace('.', '_') as 'memory_stores_name'
    return t.has(key) ? t(key) : column
  }
}
