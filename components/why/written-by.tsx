import 'server-only'
import { VisibleLabel } from '@/components/content/visible-label'
import { agentsOf } from '@/components/history/agent-looks'
import { shownWriter } from '@/components/history/shown-writer'
import { WriterName } from '@/components/history/writer-name'
import { texts } from '@/components/i18n/server-texts'
import { sessionNames } from '@/components/session/session-names'
import { ActorMark } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { database } from '@/lib/db/open-database'
import { authorOf, isImport } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/stores/name-actor'

/** Who wrote a version, when and in which session. */
export async function WrittenBy({ version }: { version: MemoryVersion }) {
  const t = await texts()
  const actor = authorOf(version)
  const names = await actorNames(database(), [actor.id])
  const agents = await agentsOf([actor])
  const { sessionId } = version
  const sessions = await sessionNames(sessionId === null ? [] : [sessionId])
  const by = shownWriter(t, { actor, names, isImport: isImport(version.batch), agents })
  return (
    <>
      <ActorMark look={by.look} label={by.label} size="small" />
      <WriterName id={by.id} kind={by.kind} name={by.name} />
      <span className="text-ink-3">
        <LocalTime time={version.createdAt} />
      </span>
      {sessionId === null ? null : (
        <Link
          href={`/sessions/${sessionId}`}
          className="text-accent underline-offset-2 hover:underline"
        >
          {t('WhyFound.inSession')} <VisibleLabel text={sessions.get(sessionId) ?? sessionId} />
        </Link>
      )}
    </>
  )
}
