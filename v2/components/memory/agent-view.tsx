import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import type { AgentView as AgentViewOf } from '@/lib/memory-tool/agent-view'
import { plainName } from '@/lib/text/visible-text'

/** The exact answers that an agent gets, hidden characters marked, and what it does not see beside them. */
export function AgentView({ view }: { view: AgentViewOf }) {
  const t = useTranslations('Memory')
  const { notSeen, folder, most } = view
  const unseen = [...folder.hidden, ...folder.deeper]
  return (
    <div className="space-y-6 p-4">
      <Answer asks={t('agentAsks')} answer={view.file}>
        {notSeen.lines === 0 ? t('agentWhole') : t('agentCut', { ...notSeen, limit: most })}
      </Answer>
      <Answer asks={t('agentAsksFolder', { path: plainName(folder.path) })} answer={folder.answer}>
        {unseen.length === 0
          ? t('agentWhole')
          : t('agentHidden', { count: unseen.length, names: unseen.map(plainName).join(', ') })}
      </Answer>
    </div>
  )
}

function Answer({ asks, answer, children }: { asks: string; answer: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-medium">{asks}</h3>
      <p className="mt-1 text-xs wrap-anywhere text-ink-3">{children}</p>
      <pre className="mt-2 border-l-2 border-line py-1 pl-3 font-mono text-code wrap-anywhere whitespace-pre-wrap">
        <VisibleText text={answer} />
      </pre>
    </section>
  )
}
