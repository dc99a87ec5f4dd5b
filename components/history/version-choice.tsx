'use client'

import dynamic from 'next/dynamic'
import { Link } from '@/components/ui/link'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'
import type { ChosenVersion } from './redact-versions'

// Needed only once something is selected.
const RedactVersions = dynamic(
  () => import('./redact-versions').then((module) => module.RedactVersions),
  { ssr: false },
)

export interface VersionChoiceProps {
  storeId: string
  memoryId: string
  /**
   * the versions, each with a checkbox named `version`, whose `data-ordinal` tells which one it is
   */
  children: ReactNode
}

/** Versions to select: two to compare, any number to redact, one to see its reach. */
export function VersionChoice({ storeId, memoryId, children }: VersionChoiceProps) {
  const t = useTranslations('History')
  const [chosen, setChosen] = useState<readonly ChosenVersion[]>([])
  const onChange = ({ target }: FormEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'version') return
    const version = { id: target.value, ordinal: Number(target.dataset.ordinal) }
    const others = chosen.filter(({ id }) => id !== version.id)
    setChosen(target.checked ? [...others, version] : others)
  }
  const [older, newer] = [...chosen].sort((one, other) => one.ordinal - other.ordinal)
  return (
    <div onChange={onChange}>
      {chosen.length === 0 ? null : (
        <div className="sticky top-11 z-10 flex flex-wrap items-center gap-2 border-b border-line bg-raised px-4 py-1.5 text-sm">
          <p role="status">{t('chosen', { count: chosen.length })}</p>
          {chosen.length === 2 && older && newer ? (
            <Link
              href={`/stores/${storeId}?memory=${memoryId}&from=${older.id}&to=${newer.id}`}
              className={buttonVariants({ size: 'small' })}
            >
              {t('compareTwo', { from: older.ordinal, to: newer.ordinal })}
            </Link>
          ) : (
            <span className="text-ink-3">{t('chooseTwo')}</span>
          )}
          {chosen.length === 1 && older ? (
            <Link
              href={`/stores/${storeId}/reach/${older.id}`}
              className={buttonVariants({ size: 'small' })}
            >
              {t('reach')}
            </Link>
          ) : null}
          <RedactVersions key={chosen.length} storeId={storeId} chosen={chosen} />
        </div>
      )}
      {children}
    </div>
  )
}
