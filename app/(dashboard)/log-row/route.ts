import { getVersion, versionRedacted } from '@/lib/store/versions'
import { answering } from '../answered'
import { shownDiff } from '../call/read-changes'

/** The difference between a version and an earlier one of its memory, or nothing. */
export const GET = answering(async (asked) => {
  const { store = '', before, after = '' } = Object.fromEntries(asked)
  const versionOf = (versionId: string) => getVersion({ storeId: store, versionId })
  const version = await versionOf(after)
  const earlier = before === undefined ? null : await versionOf(before)
  for (const { id, operation, content } of [version, ...(earlier ? [earlier] : [])]) {
    if (content === null && operation !== 'deleted') throw versionRedacted(id)
  }
  const texts = { before: earlier?.content ?? '', after: version.content ?? '' }
  return shownDiff({ ...texts, path: version.path })
})
