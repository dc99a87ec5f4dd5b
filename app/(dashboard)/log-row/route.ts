import { linesOfDiff, maskedDiff } from '@/components/lines/diff-lines'
import { getVersion, versionRedacted } from '@/lib/store/versions'
import { answering } from '../answered'
import { maskedLines } from '../call/read-changes'

/** The difference between a version and an earlier one of its memory, or nothing. */
export const GET = answering(async (asked) => {
  const { store = '', before, after = '' } = Object.fromEntries(asked)
  const versionOf = (versionId: string) => getVersion({ storeId: store, versionId })
  const version = await versionOf(after)
  const earlier = before === undefined ? null : await versionOf(before)
  for (const { id, operation, content } of [version, ...(earlier ? [earlier] : [])]) {
    if (content === null && operation !== 'deleted') throw versionRedacted(id)
  }
  const path = version.path ?? ''
  const texts = { before: earlier?.content ?? '', after: version.content ?? '' }
  const masked = [texts.before, texts.after].map((content) => maskedLines({ path, content }))
  return maskedDiff(linesOfDiff({ ...texts, path: version.path }), await Promise.all(masked))
})
