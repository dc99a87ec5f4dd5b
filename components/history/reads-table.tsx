import { VisibleLabel } from '@/components/content/visible-label'
import { texts, formats } from '@/components/i18n/server-texts'
import { RelativeTime } from '@/components/ui/relative-time'
import type { MemoryReads } from '@/lib/store/reads/reads'
import { ActorName } from './actor-name'
import { agentsOf } from './agent-looks'

export interface ReadsTableProps {
  reads: readonly MemoryReads[]
  names: ReadonlyMap<string, string>
  now: number
}

/** Lists the readers of a memory, how often and when each read it; latest first. */
export async function ReadsTable({ reads, names, now }: ReadsTableProps) {
  const t = await texts()
  const format = await formats()
  if (reads.length === 0) return <p className="p-4 text-ink-3">{t('Memory.readsNone')}</p>
  const agents = await agentsOf(reads.map(({ actor }) => actor))
  return (
    <table aria-label={t('Memory.readsLabel')} className="m-4 w-[calc(100%-2rem)]">
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-3">
          <th className="py-1 font-medium">{t('Memory.reader')}</th>
          <th className="py-1 text-right font-medium">{t('Memory.readCount')}</th>
          <th className="py-1 pl-6 font-medium">{t('Memory.lastRead')}</th>
        </tr>
      </thead>
      <tbody>
        {reads.map((read) => (
          <tr
            key={`${read.actor.id} ${read.sessionId} ${read.firstReadAt}`}
            className="border-b border-line"
          >
            <td className="py-1">
              <ActorName actor={read.actor} names={names} />
              {agents.has(read.actor.id) ? (
                <span className="ml-2 text-xs text-ink-3">
                  <VisibleLabel text={names.get(read.actor.id) ?? ''} />
                </span>
              ) : null}
            </td>
            <td className="py-1 text-right tabular-nums">{format.number(read.readCount)}</td>
            <td className="py-1 pl-6">
              <RelativeTime time={read.lastReadAt} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
