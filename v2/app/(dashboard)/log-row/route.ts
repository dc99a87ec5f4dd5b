import type { NextRequest } from 'next/server'
import { linesOfDiff } from '@/components/lines/diff-lines'
import type { DiffLines, Line } from '@/components/lines/line'
import { flagsOf } from '@/lib/scan/flags-of'
import { previewLines } from '@/lib/scan/masked'
import { getVersion, versionRedacted } from '@/lib/store/versions'
import { answered } from '../answered'

/** The difference between a version and an earlier one of its memory, or nothing. */
export const GET = (request: NextRequest) =>
  answered(async () => {
    const { store = '', before, after = '' } = Object.fromEntries(request.nextUrl.searchParams)
    const versionOf = (versionId: string) => getVersion({ storeId: store, versionId })
    const version = await versionOf(after)
    const earlier = before === undefined ? null : await versionOf(before)
    for (const { id, operation, content } of [version, ...(earlier ? [earlier] : [])]) {
      if (content === null && operation !== 'deleted') throw versionRedacted(id)
    }
    const texts = { before: earlier?.content ?? '', after: version.content ?? '' }
    return masked(linesOfDiff({ ...texts, path: version.path }), texts)
  })

/** A difference with the secrets of both sides masked, and what is not scanned in time masked whole. */
async function masked(diff: DiffLines, texts: { before: string; after: string }) {
  const shownOf = async (content: string) =>
    content === '' ? [] : previewLines(content, await flagsOf({ path: '', content }))
  const [was, is] = await Promise.all([shownOf(texts.before), shownOf(texts.after)])
  const shown = ({ kind, before, after, ...line }: Line): Line => {
    const text = kind === 'removed' ? was[(before ?? 0) - 1] : is[(after ?? 0) - 1]
    const at = { kind, ...(before && { before }), ...(after && { after }) }
    if (line.inside) return { ...at, ...line, inside: line.inside.map(shown) }
    return text === undefined || text.startsWith(line.text) ? { ...at, ...line } : { ...at, text }
  }
  return { ...diff, lines: diff.lines.map(shown) }
}
