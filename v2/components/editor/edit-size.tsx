'use client'

import { useFormatter, useTranslations } from 'next-intl'

/** The size of a text in bytes of UTF-8, as it is stored. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** The size of what is written against its limit; both in bytes. */
export function EditSize({ bytes, limit }: { bytes: number; limit: number }) {
  const t = useTranslations('Edit')
  const format = useFormatter()
  return (
    <p className={bytes > limit ? 'text-removed' : 'text-ink-3 tabular-nums'}>
      {t('size', { bytes: format.number(bytes), limit: format.number(limit) })}
    </p>
  )
}
