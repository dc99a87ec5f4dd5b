import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import type { ProposedChange } from '../proposals/propose-changes'

/**
 * Identifies the changes that a person was shown before allowing a write (review page, "An approval
 * names the bytes").
 */
export interface ShownChanges {
  /** see `contentSha256Of` */
  contentSha256: string
  /** see `baseOf` */
  base: readonly string[]
}

export function shownChanges(changes: readonly ProposedChange[]): ShownChanges {
  return { contentSha256: contentSha256Of(changes), base: baseOf(changes) }
}

/**
 * SHA-256, in lower-case hex, of what would be written: for one memory its new content, or, if it
 * is deleted, its old content; for several, or none, the lines that `sha256sum` would print of
 * them, `<hash> <path>`, in byte order of paths.
 */
function contentSha256Of(changes: readonly ProposedChange[]): string {
  const states = changes.flatMap(({ before, after }) => after ?? before ?? [])
  const [only, ...others] = states
  if (only && others.length === 0) return hashOf(only.content)
  const lines = states.map(({ path, content }) => ({ path, hash: hashOf(content) }))
  lines.sort((one, other) => Buffer.compare(utf8Bytes(one.path), utf8Bytes(other.path)))
  return hashOf(lines.map(({ path, hash }) => `${hash}  ${path}\n`).join(''))
}

const hashOf = (text: string) => sha256Hex(utf8Bytes(text))

/**
 * The versions that the changes start from, and a placeholder for each new memory; sorted. Contains
 * no text.
 */
export function baseOf(changes: readonly Pick<ProposedChange, 'baseVersionId'>[]): string[] {
  return changes.map(({ baseVersionId }) => baseVersionId ?? 'new').sort()
}

export function isSameBase(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === other.join()
}
