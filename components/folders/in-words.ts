import 'server-only'
import type { ActionResult } from '@/components/commands/action-result'
import { attempt } from '@/components/commands/attempt'
import { texts } from '@/components/i18n/server-texts'
import { ConnectError, type ConnectProblem } from '@/lib/connect/connect-error'
import { plainName } from '@/lib/text/plain-text'
import { SourceError } from '@/lib/transfer/source'

/** Runs an action about folders; what it refuses is answered in words. */
export async function inWords<Value>(work: () => Promise<Value>): Promise<ActionResult<Value>> {
  const t = await texts()
  try {
    return await attempt(work)
  } catch (error) {
    if (error instanceof ConnectError) return { isDone: false, why: wordsOf(t, error.problem) }
    if (error instanceof SourceError) return { isDone: false, why: t('Folders.nothing_there') }
    throw error
  }
}

function wordsOf(t: Awaited<ReturnType<typeof texts>>, problem: ConnectProblem): string {
  switch (problem.kind) {
    case 'folder_not_allowed':
      return t('Folders.folder_out_of_reach', {
        path: plainName(problem.path),
        allowed: problem.allowed.map(plainName).join(', ') || 'none',
      })
    case 'folder_connected':
      return t('Folders.folder_connected', { path: plainName(problem.path) })
    case 'not_a_folder':
      return t('Folders.not_a_folder', { path: plainName(problem.path) })
    case 'store_connected':
      return t('Folders.store_connected')
    case 'connection_not_found':
      return t('Folders.connection_not_found')
    case 'settings_unreadable':
    case 'settings_changed':
    case 'settings_not_writable':
      return t(`Folders.${problem.kind}`, { path: plainName(problem.path) })
  }
}
