import type { ReactNode } from 'react'
import { texts } from '@/components/i18n/server-texts'
import { VisibleText } from './visible-line'
import type { AgentView as AgentViewOf } from '@/lib/memory-tool/agent-view'
import { plainName } from '@/lib/text/plain-text'

/**
 * The exact answers that an agent gets, with hidden characters marked, and what it does not see
 * beside them.
 */
export async function AgentView({ view }: { view: AgentViewOf }) {
  const t = await texts()
  const { notSeen, folder, maxViewChars } = view
  const unseen = [...folder.hidden, ...folder.deeper]
  return (
    <div className="space-y-6 p-4">
      <Answer asks={t('Memory.agentAsks')} answer={view.file}>
        {notSeen.lines === 0
          ? t('Memory.agentWhole')
          : t('Memory.agentCut', { ...notSeen, limit: maxViewChars })}
      </Answer>
      <Answer
        asks={t('Memory.agentAsksFolder', { path: plainName(folder.path) })}
        answer={folder.answer}
      >
        {unseen.length === 0
          ? t('Memory.agentWhole')
          : t('Memory.agentHidden', {
              count: unseen.length,
              names: unseen.map(plainName).join(', '),
            })}
      </Answer>
    </div>
  )
}

function Answer({ asks, answer, children }: { asks: string; answer: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-sm font-medium">{asks}</h3>
      <p className="mt-1 text-xs break-words text-ink-3">{children}</p>
      <pre className="mt-2 border-l-2 border-line py-1 pl-3 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap">
        <VisibleText text={answer} />
      </pre>
    </section>
  )
}
