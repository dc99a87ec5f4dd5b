'use client'

import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { seenChange } from '@/components/tree/seen-changes'
import { segmentLook } from '@/components/ui/segmented'
import { Link } from '@/components/ui/link'

const never = () => () => {}

/** Links to the changes since this browser last had the store open; nothing if it never had. */
export function SeenPreset({
  storeId,
  last,
  from,
  rest,
}: {
  storeId: string
  /** the sequence of the store's last change */
  last: number
  /** the beginning of the comparison; null: it does not end now */
  from: number | null
  /** the part of the address after the moments */
  rest: string
}) {
  const t = useTranslations('Changes')
  const seen = useSyncExternalStore(
    never,
    () => seenChange(storeId),
    () => null,
  )
  if (seen === null || seen >= last) return null
  const isCurrent = from === seen
  return (
    <Link
      href={`/stores/${storeId}/compare?from=${seen}&to=now${rest}`}
      aria-current={isCurrent ? 'true' : undefined}
      className={segmentLook(isCurrent)}
    >
      {t('sinceLook')}
    </Link>
  )
}
