import { texts } from '@/components/i18n/server-texts'
import type { Session } from '@/lib/agent/session'

/** A session's status, in a word. */
export async function SessionStatusWord({ session }: { session: Session }) {
  const t = await texts()
  const { status, stopReason } = session
  if (status === 'running') return <span className="text-accent">{t('Sessions.running')}</span>
  if (status === 'terminated') return <span className="text-ink-3">{t('Sessions.archived')}</span>
  if (stopReason?.type === 'requires_action') {
    return <span className="font-medium text-caution">{t('Sessions.waits')}</span>
  }
  if (stopReason?.type === 'retries_exhausted') {
    return <span className="text-removed">{t('Sessions.failed')}</span>
  }
  return <span className="text-ink-3">{t('Sessions.idle')}</span>
}
