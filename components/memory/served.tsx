import { BookOpen } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisibleLabel, VisibleText } from '@/components/lines/visible-text'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { Empty } from '@/components/ui/empty'
import { Link } from '@/components/ui/link'
import { Ago } from '@/components/ui/time'
import type { AgentView as AgentViewOf } from '@/lib/memory-tool/agent-view'
import type { Writer } from '@/lib/store/model/actor'
import { plainName } from '@/lib/text/visible-text'

/** Somebody who read a memory, and the last of its versions that they read. */
export interface ShownReader extends Writer {
  version: { id: string; ordinal: number } | null
  count: number
  lastAt: Date
  /** versions, in any store */
  wroteSince: number
}

export interface ReadsProps {
  /** who read last comes first */
  readers: readonly ShownReader[]
  /** of the memory: a version is named behind it */
  address: string
  /** how many versions it has: who read the last is up to date */
  newest: number
  now: Date
}

/** Who read a memory: how often, when last, and which state of it. */
export function Reads({ readers, address, newest, now }: ReadsProps) {
  const t = useTranslations('Memory')
  const nameOf = useActorName()
  const format = useFormatter()
  if (readers.length === 0) {
    return (
      <Empty Icon={BookOpen} title={t('readsNone')}>
        {t('readsNoneAbout')}
      </Empty>
    )
  }
  return (
    <table aria-label={t('reads')} className="w-full border-collapse text-left">
      <thead className="text-xs text-ink-3">
        <tr className="border-b border-line">
          <th className="px-4 py-1.5 font-normal">{t('reader')}</th>
          <th className="px-2 py-1.5 font-normal">{t('readVersion')}</th>
          <th className="px-2 py-1.5 text-right font-normal">{t('readCount')}</th>
          <th className="px-4 py-1.5 text-right font-normal">{t('lastRead')}</th>
          <th className="px-4 py-1.5 text-right font-normal max-md:hidden">{t('wroteSince')}</th>
        </tr>
      </thead>
      <tbody>
        {readers.map((reader) => (
          <tr key={`${reader.id} ${reader.sessionId}`} className="border-b border-line">
            <td className="px-4 py-1.5">
              <span className="flex min-w-0 items-center gap-2">
                <ActorMark writer={reader} size="small" />
                <span className="min-w-0 wrap-anywhere">
                  <VisibleLabel text={nameOf(reader)} />
                  {reader.sessionId === null && reader.type === 'api_key' ? (
                    <span className="block text-xs text-ink-3">{t('mayHaveRead')}</span>
                  ) : null}
                </span>
              </span>
            </td>
            <td className="px-2 py-1.5 tabular-nums">
              {reader.version === null ? null : (
                <Link
                  href={`${address}&version=${reader.version.id}`}
                  className={
                    reader.version.ordinal < newest ? 'text-caution underline' : 'underline'
                  }
                >
                  v{reader.version.ordinal}
                </Link>
              )}
            </td>
            <td className="px-2 py-1.5 text-right tabular-nums">{format.number(reader.count)}</td>
            <td className="px-4 py-1.5 text-right">
              <Ago time={reader.lastAt} now={now} />
            </td>
            <td className="px-4 py-1.5 text-right max-md:hidden">
              {reader.wroteSince === 0 ? null : (
                <Link
                  href={`/log?by=${encodeURIComponent(reader.sessionId ?? reader.id)}`}
                  className="underline"
                >
                  {t('versionsWritten', { count: reader.wroteSince })}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

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
