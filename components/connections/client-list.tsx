'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { ActorMark } from '@/components/ui/actor-mark'
import { RelativeTime } from '@/components/ui/relative-time'
import { actorMark } from '@/lib/store/model/actor-mark'
import { plainName } from '@/lib/text/plain-text'
import type { ClientsAnswer, ShownClient } from './clients-answer'
import { ConnectionRow } from './connection-row'
import { clientsQuery } from './queries'
import { SectionHead } from './section-head'

/** A client that called within this time is at work; milliseconds. */
const AT_WORK_MS = 15_000

/** The programs that called over MCP, as they call. */
export function ClientList({ initial }: { initial: ClientsAnswer }) {
  const t = useTranslations('Connections')
  const { clients, now } = useQuery(clientsQuery(initial)).data
  if (clients.length === 0) return null
  return (
    <section aria-labelledby="clients">
      <SectionHead id="clients" title={t('clients')} count={clients.length} />
      <ul aria-label={t('clients')}>
        {clients.map((client) => (
          <ClientRow key={client.id} client={client} now={now} />
        ))}
      </ul>
    </section>
  )
}

function ClientRow({ client, now }: { client: ShownClient; now: number }) {
  const t = useTranslations('Connections')
  const { id, name, version, keyName, calls, lastCalledAt } = client
  return (
    <ConnectionRow
      mark={
        <ActorMark
          look={{ ...actorMark({ kind: 'api_key', id, name }), shape: 'agent' }}
          label={t('program', { name: plainName(name) })}
          isWorking={now - lastCalledAt < AT_WORK_MS}
        />
      }
      name={
        <span className="min-w-0 truncate">
          <VisibleLabel text={name} />{' '}
          <span className="font-normal text-ink-3">
            <VisibleLabel text={version} />
          </span>
        </span>
      }
      about={t('hasCalled', { count: calls })}
      status={keyName === null ? t('withoutKey') : <VisibleLabel text={keyName} />}
      age={<RelativeTime time={lastCalledAt} now={now} />}
    />
  )
}
