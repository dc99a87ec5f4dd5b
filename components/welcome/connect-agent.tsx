'use client'

import { Plug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopiedLines } from '@/components/ui/copied-lines'
import { SegmentedChoice } from '@/components/ui/segmented'

const WAYS = ['python', 'typescript', 'curl'] as const

type Way = (typeof WAYS)[number]

const NAMES: Record<Way, string> = { python: 'Python', typescript: 'TypeScript', curl: 'curl' }

export interface ConnectAgentProps {
  /** of this server, for a program on the same machine */
  address: string
  /** content below the lines */
  children: ReactNode
}

/** Lines that make an agent's program call this server, to be copied. */
export function ConnectAgent({ address, children }: ConnectAgentProps) {
  const t = useTranslations('Welcome')
  const [way, setWay] = useState<Way>('python')
  const code = codeFor(way, address)
  return (
    <section
      aria-labelledby="connect"
      className="flex gap-4 rounded-dialog p-4 shadow-[0_0_0_1px_var(--line-2)]"
    >
      <Plug size={20} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <div className="mb-2.5 flex flex-wrap items-center justify-between gap-2">
          <h2 id="connect" className="text-talk font-semibold">
            {t('connect')}
          </h2>
          <SegmentedChoice
            name="way"
            legend={t('ways')}
            choices={WAYS.map((value) => ({ value, label: NAMES[value] }))}
            value={way}
            onChoose={setWay}
          />
        </div>
        <CopiedLines text={code} label={t('lines', { way: NAMES[way] })} />
        {children}
      </div>
    </section>
  )
}

function codeFor(way: Way, address: string): string {
  switch (way) {
    case 'python':
      return [
        'from anthropic import Anthropic',
        `client = Anthropic(api_key="local", base_url="${address}")`,
        'store = client.beta.memory_stores.create(name="My agent")',
      ].join('\n')
    case 'typescript':
      return [
        "import Anthropic from '@anthropic-ai/sdk'",
        `const { beta } = new Anthropic({ apiKey: 'local', baseURL: '${address}' })`,
        "const store = await beta.memoryStores.create({ name: 'My agent' })",
      ].join('\n')
    case 'curl':
      return `curl ${address}/v1/memory_stores -H 'content-type: application/json' -d '{"name":"My agent"}'`
  }
}
