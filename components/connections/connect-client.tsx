'use client'

import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MakeKey, type StoreToChoose } from '@/components/keys/make-key'
import { Button } from '@/components/ui/button'
import { CopiedLines } from '@/components/ui/copied-lines'
import { SegmentedChoice } from '@/components/ui/segmented'
import {
  CLIENT_NAMES,
  type ClientLines,
  type ClientName,
  CLIENTS,
  linesFor,
  type Server,
} from './client-lines'
import type { ClientsAnswer } from './clients-answer'
import { FirstCallOfNew } from './first-call-of-new'

export interface ConnectClientProps {
  server: Server
  initial: ClientsAnswer
  stores: readonly StoreToChoose[]
}

/** Ready lines for each client, and the first call of a new one as it happens. */
export function ConnectClient({ server, initial, stores }: ConnectClientProps) {
  const t = useTranslations('Connections')
  const [client, setClient] = useState<ClientName>('claude')
  const [secret, setSecret] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  return (
    <section aria-labelledby="connect" className="border-b border-line px-5 py-3 max-md:px-4">
      <div className="mb-2.5 flex flex-wrap items-center justify-between gap-2">
        <h3 id="connect" className="font-medium">
          {t('connect')}
        </h3>
        <SegmentedChoice
          name="client"
          legend={t('client')}
          choices={CLIENTS.map((value) => ({
            value,
            label: value === 'other' ? t('other') : CLIENT_NAMES[value],
          }))}
          value={client}
          onChoose={setClient}
        />
      </div>
      {linesFor(client, server, secret).map((lines) => (
        <Lines key={`${lines.client} ${lines.way}`} lines={lines} />
      ))}
      {client === 'claude' ? <Bundle /> : null}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <FirstCallOfNew initial={initial} />
        <Button variant="quiet" size="small" onClick={() => setMaking(true)}>
          <KeyRound size={13} aria-hidden />
          {t('makeKey')}
        </Button>
      </div>
      {secret === null ? null : <p className="mt-1 text-xs text-ink-2">{t('withKey')}</p>}
      <MakeKey
        isOpen={isMaking}
        onOpenChange={setMaking}
        stores={stores}
        name={client === 'other' ? '' : CLIENT_NAMES[client]}
        onMade={setSecret}
      />
    </section>
  )
}

function Lines({ lines: { client, way, text, file } }: { lines: ClientLines }) {
  const t = useTranslations('Connections')
  const label = t('over', { client: client ?? t('anyOther'), way })
  return (
    <div className="mt-1.5">
      <p className="mb-1 text-xs text-ink-3">
        {label}
        {file === null ? null : (
          <>
            {' · '}
            {t.rich('intoFile', { file: () => <code key="file">{file}</code> })}
          </>
        )}
      </p>
      <CopiedLines text={text} label={label} />
    </div>
  )
}

/** Claude Desktop installs a file instead, and asks for the key itself. */
function Bundle() {
  const t = useTranslations('Connections')
  return (
    <p className="mt-2 text-xs text-ink-2">
      {t.rich('desktopBundle', {
        file: () => (
          <a
            key="file"
            href="/connections/palimpsest.mcpb"
            download
            className="text-accent underline"
          >
            palimpsest.mcpb
          </a>
        ),
      })}
    </p>
  )
}
