'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AwaitedCall } from '@/components/ui/awaited-call'
import { plainName } from '@/lib/text/plain-text'
import type { ClientsAnswer } from './clients-answer'
import { clientsQuery } from './queries'

/**
 * Says when a program has called that had not when the page was opened. The first call is waited for
 * while none has called: what has, stands in the list.
 */
export function FirstCallOfNew({ initial }: { initial: ClientsAnswer }) {
  const t = useTranslations('Connections')
  const [known] = useState(() => new Set(initial.clients.map(({ id }) => id)))
  const { clients } = useQuery(clientsQuery(initial)).data
  const arrived = clients.find(({ id }) => !known.has(id))
  if (arrived === undefined && clients.length > 0) return null
  return (
    <AwaitedCall hasCome={arrived !== undefined}>
      {arrived === undefined
        ? t('waiting')
        : t('arrived', { name: plainName(`${arrived.name} ${arrived.version}`.trim()) })}
    </AwaitedCall>
  )
}
