'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { ActorMark } from '@/components/ui/actor-mark'
import { RelativeTime } from '@/components/ui/relative-time'
import { actorMark } from '@/lib/store/model/actor-mark'
import { plainName } from '@/lib/text/plain-text'
import type { ClientsAnswer, ShownClient } from './clients-answer'
import { clientsQuery } from './queries'

/** A client that called within this time is at work; milliseconds. */
const AT_WORK_MS = 15_000

/** The programs that called over MCP, as they call. */
export function ClientList({ initial }: { initial: ClientsAnswer }) {
  const t = useTranslations('Connections')
  const { clients, now } = useQuery(clientsQuery(initial)).data
  if (clients.length === 0)
    return <p className="px-5 pb-3 text-ink-3 max-md:px-4">{t('noClients')}</p>
  return (
    <ul aria-label={t('clients')} className="border-t border-line">
      {clients.map((client) => (
        <ClientRow key={client.id} client={client} now={now} />
      ))}
    </ul>
  )
}

function ClientRow({ client, now }: { client: ShownClient; now: number }) {
  const t = useTranslations('Connections')
  const { id, name, version, keyName, calls, lastCalledAt } = client
  const shown = plainName(name)
  return (
    <li className="flex min-h-[38px] items-center gap-2.5 border-b border-line px-5 py-1 max-md:px-4">
      <ActorMark
        look={{ ...actorMark({ kind: 'api_key', id, name }), shape: 'agent' }}
        label={t('program', { name: shown })}
        isWorking={now - lastCalledAt < AT_WORK_MS}
      />
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">
          <VisibleLabel text={name} />
        </span>{' '}
        <span className="text-ink-3">
          <VisibleLabel text={version} />
        </span>
      </span>
      <span className="min-w-0 truncate text-xs text-ink-3">
        {keyName === null ? t('withoutKey') : <VisibleLabel text={keyName} />}
      </span>
      <span className="shrink-0 text-xs text-ink-3 tabular-nums">
        {t('calls', { count: calls })}
      </span>
      <span className="w-10 shrink-0 text-right text-xs text-ink-3" data-changes-with-time>
        <RelativeTime time={lastCalledAt} now={now} />
      </span>
    </li>
  )
}
