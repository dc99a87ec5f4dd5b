'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { CopiedLines } from '@/components/ui/copy-button'
import { Choice } from '@/components/ui/field'
import { plainName } from '@/lib/text/visible-text'
import {
  CLIENT_NAMES,
  CLIENTS,
  type ClientLines,
  type ClientName,
  linesFor,
  type Server,
} from './client-lines'
import { NewKey, type OfferedStore } from './key-acts'

export interface ConnectAgentProps {
  server: Server
  /** one of them may be the only one that the agent is served */
  stores: readonly OfferedStore[]
  /** whether nobody has called over MCP yet */
  isWaiting: boolean
}

/** The lines that connect an agent, for the client and the store that are chosen, with a key made for it. */
export function ConnectAgent({ server, stores, isWaiting }: ConnectAgentProps) {
  const t = useTranslations('Connections')
  const [client, setClient] = useState<ClientName>('claude_code')
  const [storeId, setStoreId] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const [best, ...others] = linesFor(client, server, { key, storeId: storeId || null })
  const offered = stores.map(({ id, name }) => ({ value: id, label: plainName(name) }))
  return (
    <section
      aria-labelledby="connect"
      className="space-y-4 bg-well px-6 py-5 max-lg:border-t max-lg:border-line max-md:px-4 lg:border-l lg:border-line"
    >
      <h2 id="connect" className="text-lead font-semibold tracking-[-0.01em]">
        {t('connect')}
      </h2>
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice
          label={t('client')}
          value={client}
          choices={CLIENT_NAMES.map((value) => ({ value, label: CLIENTS[value] }))}
          onChoose={setClient}
        />
        <Choice
          label={t('store')}
          value={storeId}
          choices={[{ value: '', label: t('allStores') }, ...offered]}
          onChoose={setStoreId}
        />
      </div>
      <p role="status" className="text-xs text-ink-2">
        {best?.way === 'API' ? null : t(storeId === '' ? 'ofAll' : 'ofOne')}
      </p>
      {best ? <Lines lines={best} client={client} /> : null}
      {others.length === 0 ? null : (
        <details key={client}>
          <summary className="w-fit cursor-pointer font-medium">{t('otherWay')}</summary>
          <div className="mt-3 space-y-4">
            {others.map((lines) => (
              <Lines key={lines.way} lines={lines} client={client} />
            ))}
          </div>
        </details>
      )}
      {key === null ? null : <p className="text-xs text-caution">{t('withKey')}</p>}
      {isWaiting && best?.way !== 'API' ? <p className="text-ink-3">{t('waiting')}</p> : null}
      <div className="space-y-1.5 border-t border-line pt-4">
        <NewKey stores={stores} variant="secondary" onKept={setKey} />
        <p className="text-xs text-ink-2">{t('keyAbout')}</p>
      </div>
    </section>
  )
}

function Lines({ lines: { way, text, file }, client }: { lines: ClientLines; client: ClientName }) {
  const t = useTranslations('Connections')
  return (
    <div>
      <p className="mb-1.5 text-ink-2">
        {file === null
          ? t('run', { way })
          : t.rich('put', { way, file: () => <code key="file">{file}</code> })}
      </p>
      <CopiedLines text={text} label={t('linesOf', { client: CLIENTS[client], way })} />
    </div>
  )
}
