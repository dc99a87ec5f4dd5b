import type { Database } from '@/lib/db/database'
import { getVersion } from '@/lib/store/get-version'
import { groupedBy } from '@/lib/text/grouped-by'
import type { LineRange } from '@/lib/text/line-range'
import { splitLines } from '@/lib/text/lines'
import { turns } from '@/lib/turns'
import type { Comment } from '../model/comment'

/** Where a comment was made. */
export type CommentedLines = Pick<Comment, 'id' | 'storeId' | 'memoryId' | 'versionId' | 'lines'>

/** Comments on one version. */
export interface CommentOrigin<C extends CommentedLines> {
  /** of the version; null once it is redacted: then only what was said is left */
  text: string | null
  comments: readonly C[]
}

/** Comments by the version that they are about, one version after another. */
export async function* commentOrigins<C extends CommentedLines>(
  db: Database,
  comments: readonly C[],
  signal?: AbortSignal,
): AsyncGenerator<CommentOrigin<C>> {
  const maybeYield = turns(signal)
  for (const [versionId, ofVersion] of groupedBy(comments, (each) => each.versionId)) {
    const version = { storeId: ofVersion[0]?.storeId ?? '', versionId }
    const { content, redactedAt } = await getVersion(db, version)
    yield { text: redactedAt === null ? content : null, comments: ofVersion }
    await maybeYield()
  }
}

/** What is shown of lines that are gone, in UTF-16 units. */
const MAX_SHOWN = 2000

/** Lines of a text, to be shown where they are gone. */
export function quotedLines(text: string, { from, to }: LineRange): string {
  const lines = splitLines(text)
    .slice(from - 1, to)
    .join('\n')
  return lines.length > MAX_SHOWN ? `${lines.slice(0, MAX_SHOWN)}…` : lines
}
