'use client'

import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MakeKey } from '@/components/keys/make-key'
import { StoreChoice, type StoreChoiceProps } from '@/components/stores/store-choice'
import { Button } from '@/components/ui/button'
import { CopiedLines } from '@/components/ui/copied-lines'
import { SegmentedChoice } from '@/components/ui/segmented'
import { useOpenedByHash } from '@/components/ui/use-opened-by-hash'
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
  /** of these one may be the only one that the agent is served, and a key may be limited to some */
  offered: StoreChoiceProps['offered']
  /** the one that is chosen at first; null: none */
  store: StoreChoiceProps['chosen']
  /** Claude Code's hooks; null: it remembers nothing in a watched folder */
  hooks: ReactNode
}

/** The line that connects an agent, its other ways behind; and a key for it, or for any program. */
export function ConnectClient(props: ConnectClientProps) {
  const { server, initial, offered, hooks } = props
  const t = useTranslations('Connections')
  const keys = useTranslations('ApiKeys')
  const [client, setClient] = useState<ClientName>('claude')
  const [store, setStore] = useState(props.store)
  const [secret, setSecret] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  useOpenedByHash('#new-key', () => setMaking(true))
  const [best, ...others] = linesFor(client, server, secret, store?.id ?? null)
  const ownHooks = client === 'claude' ? hooks : null
  const otherWays = [
    ...others.map((each) =>
      each.client === best?.client || !each.client ? each.way : each.client,
    ),
    ...(ownHooks === null ? [] : [t('hooks')]),
  ]
  return (
    <section aria-labelledby="connect" className="space-y-3.5 px-6 py-5 max-xl:px-4">
      <h2 id="connect" className="text-base font-semibold">
        {t('connect')}
      </h2>
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
      {offered.stores.length === 0 ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <StoreChoice
            label={t('store')}
            all={t('allStores')}
            offered={offered}
            chosen={store}
            withArchived={false}
            onChoose={setStore}
            className="w-44"
          />
          <p role="status" className="min-w-40 flex-1 text-xs text-ink-2">
            {t(store === null ? 'ofAll' : 'ofStore')}
          </p>
        </div>
      )}
      {best ? <Lines lines={best} /> : null}
      {secret === null ? null : <p className="text-xs text-ink-2">{t('withKey')}</p>}
      <FirstCallOfNew initial={initial} />
      {otherWays.length === 0 ? null : (
        <details key={client}>
          <summary className="w-fit cursor-pointer pl-4.5 -indent-4.5 font-medium">
            {t('otherWays', { ways: otherWays.join(', ') })}
          </summary>
          <div className="mt-3 space-y-3.5">
            {others.map((lines) => (
              <Lines key={`${lines.client} ${lines.way}`} lines={lines} isNamed />
            ))}
            {/* It serves all stores. */}
            {client === 'claude' && store === null ? <Bundle /> : null}
            {ownHooks}
          </div>
        </details>
      )}
      <div className="border-t border-line pt-3.5">
        <Button data-act onClick={() => setMaking(true)}>
          <KeyRound size={15} aria-hidden />
          {keys('new')}
        </Button>
        <p className="mt-1.5 text-xs text-ink-2">{t('makeKeyAbout')}</p>
      </div>
      <MakeKey
        isOpen={isMaking}
        onOpenChange={setMaking}
        offered={offered}
        name={client === 'other' ? '' : CLIENT_NAMES[client]}
        onMade={setSecret}
      />
    </section>
  )
}

/** `isNamed`: says which client they connect, and how. */
function Lines({ lines, isNamed = false }: { lines: ClientLines; isNamed?: boolean }) {
  const t = useTranslations('Connections')
  const { client, way, text, file } = lines
  const label = t('over', { client: client ?? t('anyOther'), way })
  return (
    <div>
      <p className="mb-1.5 text-ink-2">
        {isNamed ? `${label}. ` : null}
        {file === null && !text.startsWith('{')
          ? t('runIt')
          : t.rich('putInto', { file: () => <code key="file">{file ?? t('itsSettings')}</code> })}
      </p>
      <CopiedLines text={text} label={label} />
    </div>
  )
}

/** Claude Desktop installs a file instead, and asks for the key itself. */
function Bundle() {
  const t = useTranslations('Connections')
  return (
    <p className="text-xs text-ink-2">
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
