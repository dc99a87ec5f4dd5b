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
import { StoreError } from '@/lib/store/model/problems'
import { actorNames } from '@/lib/store/stores/name-actor'
import { getVersion } from '@/lib/store/versions/read-versions'

/** Who wrote the change with which a test stopped passing: in which memory, when, in which session. */
export async function WhoChanged({ storeId, versionId }: { storeId: string; versionId: string }) {
  const t = await texts()
  const version = await versionOrNull(storeId, versionId)
  if (!version) return null
  const actor = authorOf(version)
  const names = await actorNames(database(), [actor.id])
  const agents = await agentsOf([actor])
  const { sessionId } = version
  const sessions = await sessionNames(sessionId === null ? [] : [sessionId])
  const by = shownWriter(t, { actor, names, isImport: isImport(version.batch), agents })
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <ActorMark look={by.look} label={by.label} size="small" />
      <WriterName id={by.id} kind={by.kind} name={by.name} />
      <span>{t(`MemoryTests.wrote_${version.operation}`)}</span>
      <Link
        href={`/stores/${storeId}?memory=${version.memoryId}&version=${versionId}`}
        className="font-mono text-accent underline-offset-2 hover:underline"
      >
        <VisibleLabel text={version.path ?? '…'} />
      </Link>
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
    </p>
  )
}

async function versionOrNull(storeId: string, versionId: string) {
  try {
    return await getVersion(database(), { storeId, versionId, view: 'basic' })
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}
