import 'server-only'
import type { ReactNode } from 'react'
import type { ComparedVersions } from './compared-versions'
import { LINES_A_FILE, UnifiedDiff } from './unified-diff'
import { texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import { getVersion } from '@/lib/store/get-version'

/** The difference of two versions, for display. Refuses `store_not_found`, `version_not_found`. */
export async function fileDiff({
  storeId,
  beforeId,
  afterId,
}: ComparedVersions): Promise<ReactNode> {
  const versionOf = async (versionId: string | null) =>
    versionId === null
      ? { content: '', path: null }
      : await getVersion(database(), { storeId, versionId })
  const [one, other] = await Promise.all([versionOf(beforeId), versionOf(afterId)])
  const before = one.content
  const after = other.content
  if (before === null || after === null) {
    // Redacted since the page was rendered.
    const t = await texts()
    return <p className="px-4 py-2 text-caution">{t('Diff.oneSide')}</p>
  }
  return (
    <UnifiedDiff before={before} after={after} path={other.path ?? one.path} most={LINES_A_FILE} />
  )
}
