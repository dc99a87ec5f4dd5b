'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { firstCallQuery } from './queries'

/** Says when an agent's program has called for the first time. */
export function FirstCall() {
  const t = useTranslations('Welcome')
  const { data } = useQuery(firstCallQuery())
  const call = data?.call ?? null
  return (
    <p role="status" className="mt-2.5 flex items-center gap-2 text-xs text-ink-2">
      {call === null ? (
        <>
          <span
            aria-hidden
            className="size-2 rounded-full shadow-[inset_0_0_0_1.5px_var(--control)]"
          />
          {t('waiting')}
        </>
      ) : (
        <>
          <span aria-hidden className="live-dot" />
          {call.program === null ? t('called') : t('calledBy', { program: call.program })}
        </>
      )}
    </p>
  )
}
