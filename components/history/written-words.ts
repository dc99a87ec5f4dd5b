import 'server-only'
import { formats, texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import { authorOf } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/stores/name-actor'
import { plainName } from '@/lib/text/plain-text'
import { actorAfterBy } from './actor-words'

/** Says who wrote a version, which it is, and when. */
export async function writtenWords(
  version: Pick<MemoryVersion, 'createdBy' | 'batch' | 'ordinal' | 'createdAt'>,
): Promise<string> {
  const t = await texts()
  const format = await formats()
  const author = authorOf(version)
  const names = await actorNames(database(), [author.id])
  return t('History.written', {
    name: plainName(actorAfterBy(t, author, names)),
    ordinal: version.ordinal,
    time: format.dateTime(version.createdAt, { dateStyle: 'medium', timeStyle: 'short' }),
  })
}
