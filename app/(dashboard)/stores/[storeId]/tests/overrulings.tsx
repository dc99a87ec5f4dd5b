import { agentsOf } from '@/components/history/agent-looks'
import { shownWriter } from '@/components/history/shown-writer'
import { WriterName } from '@/components/history/writer-name'
import { texts } from '@/components/i18n/server-texts'
import { ActorMark } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { database } from '@/lib/db/open-database'
import { overrulingsOf } from '@/lib/memory-tests/gates/overrulings'
import { actorNames } from '@/lib/store/stores/name-actor'

/** The last ones are read, the others are in the runs. */
const SHOWN = 5

/** Who went on with what although this test, as a gate, did not pass; nothing if nobody did. */
export async function Overrulings({ testId }: { testId: string }) {
  const t = await texts()
  const all = await overrulingsOf(database(), testId, SHOWN)
  if (all.length === 0) return null
  const actors = all.map(({ by }) => by)
  const names = await actorNames(
    database(),
    actors.map(({ id }) => id),
  )
  const agents = await agentsOf(actors)
  return (
    <ul
      className="space-y-1 border-b border-line px-6 py-3"
      aria-label={t('MemoryTests.overrulings')}
    >
      {all.map(({ runId, subject, told, by: actor, at }) => {
        const by = shownWriter(t, { actor, names, isImport: false, agents })
        return (
          <li key={runId} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <ActorMark look={by.look} label={by.label} size="small" />
            <WriterName id={by.id} kind={by.kind} name={by.name} />
            <span>
              {told === null ? t('MemoryTests.overruledUnknown') : t('MemoryTests.overruled', told)}
            </span>
            {subject.startsWith(CHANGESET) ? (
              <Link href={`/review/${subject}`} className="text-accent hover:underline">
                {t('MemoryTests.overruledReview')}
              </Link>
            ) : null}
            <span className="text-ink-3">
              <LocalTime time={at} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const CHANGESET = 'chgset_'
