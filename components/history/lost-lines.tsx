import { texts } from '@/components/i18n/server-texts'
import type { Actor } from '@/lib/store/model/actor'
import { ActorName } from './actor-name'

/** Lists the writers whose lines would be lost, with the number of lines of each. */
export async function LostLines({
  writers,
}: {
  writers: readonly { actor: Actor; name: string | null; lines: number }[]
}) {
  const t = await texts()
  const count = writers.reduce((sum, { lines }) => sum + lines, 0)
  if (count === 0) return <p className="text-ink-3">{t('Restore.losesNothing')}</p>
  const names = new Map(
    writers.flatMap(({ actor, name }) => (name === null ? [] : [[actor.id, name] as const])),
  )
  return (
    <section className="space-y-1">
      <h2 className="font-medium text-caution">{t('Restore.loses', { count })}</h2>
      <ul aria-label={t('Restore.loses', { count })} className="text-sm">
        {writers.map(({ actor, lines }) => (
          <li key={actor.id}>
            <ActorName actor={actor} names={names} />: {t('Restore.lines', { count: lines })}
          </li>
        ))}
      </ul>
    </section>
  )
}
