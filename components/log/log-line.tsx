import { formats, texts } from '@/components/i18n/server-texts'
import { agentNames } from '@/components/policy/agent-names'
import { Link } from '@/components/ui/link'
import type { PeriodSummary } from '@/lib/review/model/digest'
import { plainName } from '@/lib/text/plain-text'

export interface LogLineProps {
  summary: PeriodSummary
  /** the time in words, as the sentence says it: “this week” */
  when: string
  figuresHref: string
}

/** More agents that came are told as a number. */
const MAX_NEW = 3

/** A day or a week in one sentence, with links to what wants a look. */
export async function LogLine({ summary, when, figuresHref }: LogLineProps) {
  const t = await texts()
  const format = await formats()
  const { agents, memories, newAgents, reviewed, denied, corrected, redacted } = summary
  const names = await agentNames(newAgents)
  const done = [
    ...(reviewed.byPerson > 0 ? [t('Log.reviewed', { count: reviewed.byPerson })] : []),
    ...(denied > 0 ? [t('Log.denied', { count: denied })] : []),
    ...(corrected > 0 ? [t('Log.corrected', { count: corrected })] : []),
  ]
  const looks = [
    ...(summary.open > 0
      ? [{ href: '/review', label: t('Log.stillOpen', { count: summary.open }) }]
      : []),
    ...(redacted > 0
      ? [{ href: '/redactions', label: t('Log.textsRedacted', { count: redacted }) }]
      : []),
    ...(summary.lapsed > 0
      ? [{ href: figuresHref, label: t('Log.lapsed', { count: summary.lapsed }) }]
      : []),
    ...(newAgents.length > MAX_NEW
      ? [{ href: figuresHref, label: t('Log.newAgents', { count: newAgents.length }) }]
      : newAgents.map((agent) => ({
          href: agentHref(agent),
          label: t('Log.newAgent', { name: plainName(names[agent] ?? agent) }),
        }))),
    { href: figuresHref, label: t('Log.figures') },
  ]
  return (
    <section aria-label={t('Log.inShort')} className="border-b border-line px-6 py-5 max-md:px-4">
      <h2 className="text-[20px] leading-[27px] font-semibold tracking-[-0.01em] text-balance max-md:text-[17px] max-md:leading-6">
        {[
          t('Log.agentsChanged', { agents, memories, when }),
          ...(done.length > 0
            ? [t('Log.youDid', { what: format.list(done, { type: 'conjunction' }) })]
            : []),
          ...(reviewed.byOthers > 0 ? [t('Log.othersReviewed', { count: reviewed.byOthers })] : []),
        ].join(' ')}
      </h2>
      <ul className="mt-1.5 flex flex-wrap gap-x-3 gap-y-1 max-md:gap-y-2">
        {looks.map(({ href, label }) => (
          <li key={`${href} ${label}`}>
            <Link
              href={href}
              className="font-medium text-accent underline decoration-line-2 underline-offset-3 hover:decoration-current"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MODEL = 'model:'

/** What an agent did: of a model its sessions, of another its changes. */
function agentHref(agent: string): string {
  return agent.startsWith(MODEL)
    ? `/sessions?${new URLSearchParams({ agent: agent.slice(MODEL.length) })}`
    : `/log?${new URLSearchParams({ actor: agent })}`
}
