import { Plug } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { ActorMark } from '@/components/ui/actor-mark'
import { Empty } from '@/components/ui/empty'
import { ListPage, type Row } from '@/components/ui/list-page'
import { Ago } from '@/components/ui/time'
import type { Client } from '@/lib/mcp/clients'
import { type KeysProps, useStoresOfKey } from './keys'

export interface ClientsProps extends KeysProps {
  /** who called last comes first */
  clients: readonly Client[]
}

/** The programs that called over MCP: under which key, what that lets them see, how often they called. */
export function Clients({ clients, keys, storeNames, now }: ClientsProps) {
  const t = useTranslations('Connections')
  const storesOf = useStoresOfKey(storeNames)
  const rowOf = ({ id, name, version, keyId, calls, lastAt }: Client): Row => {
    const key = keys.find((each) => each.id === keyId)
    return {
      id,
      mark: <ActorMark writer={{ type: 'session', id, name }} />,
      title: (
        <>
          <VisibleLabel text={name} />{' '}
          <span className="font-normal text-ink-3">
            <VisibleLabel text={version} />
          </span>
        </>
      ),
      about: (
        <span className="flex gap-x-2">
          <span className="truncate">
            {key ? <VisibleLabel text={key.name} /> : t('withoutKey')}
          </span>
          {key && <span className="truncate">{storesOf(key.storeIds ?? [])}</span>}
        </span>
      ),
      cells: [t('callCount', { count: calls }), <Ago key="last" time={lastAt} now={now} />],
    }
  }
  return (
    <ListPage
      label={t('clients')}
      title={t('program')}
      columns={[
        { label: t('calls'), width: '7rem', isNumber: true },
        { label: t('lastCall'), width: '7rem', isNumber: true },
      ]}
      rows={clients.map(rowOf)}
      empty={
        <Empty Icon={Plug} title={t('none')}>
          {t('noneAbout')}
        </Empty>
      }
    />
  )
}
