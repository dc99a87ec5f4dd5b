'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { AwaitedCall } from '@/components/ui/awaited-call'
import { firstCallQuery } from './queries'

/** Says when an agent's program has called for the first time. */
export function FirstCall() {
  const t = useTranslations('Welcome')
  const { data } = useQuery(firstCallQuery())
  const call = data?.call ?? null
  return (
    <div className="mt-2.5">
      <AwaitedCall hasCome={call !== null}>
        {call === null
          ? t('waiting')
          : call.program === null
            ? t('called')
            : t('calledBy', { program: call.program })}
      </AwaitedCall>
    </div>
  )
}
